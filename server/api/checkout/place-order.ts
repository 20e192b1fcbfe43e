import { createHash } from 'node:crypto';
import { type CheckoutCustomer, lockAndReadCustomer, toEmailKey } from '#server/api/accounts/accounts.ts';
import { resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  type AppliedStockChange,
  lockStockOfVariantsIgnoringBoxes,
  takeFromLockedStockOrThrow,
} from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/check-code.ts';
import { subscribeCustomerAtCheckout } from '#server/api/newsletter/newsletter.ts';
import { countCollectionsPerSlot, type OrderRow, readOrder } from '#server/api/orders/order-reading-repository.ts';
import { claimIdempotencyKey, saveOrderOfIdempotentRequest } from '#server/api/orders/order-repository.ts';
import { createAndStoreOrderAccessToken } from '#server/api/orders/order-tokens.ts';
import { prepareOnlinePayment } from '#server/api/orders/prepare-online-payment.ts';
import { readPlacedOrder, toPlacedOrder } from '#server/api/orders/read-orders.ts';
import type { PreparedPayment } from '#server/api/payments/start-payment.ts';
import { lockCollectionSchedule } from '#server/api/shipping/shipping-repository.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import { computeRequiredManagedStock } from '#shared/catalogue/required-stock.ts';
import type { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { addDays } from '#shared/places/local-time.ts';
import { checkUnpaidLimitsAndReturnEntry } from './check-unpaid-limits-and-return-entry.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import { insertReservedOrderAndQueueMails } from './insert-reserved-order-and-queue-mails.ts';
import type { PlaceOrderCall, PlaceOrderRefusal } from './order-call.ts';
import { type PreparedOrder, prepareOrder } from './prepare-order.ts';
import { discountCodeField } from './price-order.ts';

/** Thrown if the customer's account was deleted between the check of the session and this order. */
export class AccountDeletedError extends Error {
  readonly statusCode = 401;
}

type OrderResult = Omit<DataOf<(typeof checkoutContract)['POST /order']>, 'paymentStep'>;

export interface PlaceOrderResult {
  placed: OrderResult;
  /** The payment to start once the transaction has committed; null if nothing is to be paid online. */
  payment: PreparedPayment | null;
  moves: AppliedStockChange[];
  /** True if an earlier call with the same Idempotency-Key had already placed the order. */
  isRepeated: boolean;
}

/**
 * Places an order, or returns the order that an earlier call with the same Idempotency-Key has placed. On a refusal the
 * caller rolls the transaction back. Rows must be locked in the sequence given in docs/rules.md, "Placing an order",
 * because any other sequence can deadlock.
 * @throws AccountDeletedError
 */
export async function placeOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult, PlaceOrderRefusal>> {
  const customer = call.userId === null ? guestOf(call) : await lockAndReadCustomer(tx, call.userId);
  if (!customer) throw new AccountDeletedError('the account was deleted');
  const { emailKey } = customer;
  const keyOwner = call.staffOrder?.staffEmailKey ?? emailKey;
  const request = call.key === null ? null : { emailKey: keyOwner, key: call.key, bodyHash: hashOf(call) };
  const earlier = request && (await claimIdempotencyKey(tx, request));
  if (earlier) {
    if (earlier.bodyHash !== request.bodyHash) return refuse('key_reused');
    const order = await readEarlierOrder(tx, earlier.orderId);
    const placed = await readPlacedOrder(tx, order, { ...call, ...providers });
    return ok({ ...(await toResult(tx, call, order, placed, providers)), moves: [], isRepeated: true });
  }
  const prepared = await prepareOrder(tx, call, customer, providers);
  if (!prepared.ok) return prepared;
  const unpaid = await checkUnpaidLimitsAndReturnEntry(tx, call, customer, prepared.value);
  if (!unpaid.ok) return unpaid;
  const reserved = await reserveItems(tx, call, emailKey, prepared.value);
  if (!reserved.ok) return reserved;
  await subscribeToNewsletter(tx, call, customer);
  const order = await insertReservedOrderAndQueueMails(
    tx,
    call,
    customer,
    { ...prepared.value, ...unpaid.value },
    providers,
  );
  if (request) await saveOrderOfIdempotentRequest(tx, request, order.id);
  const placed = toPlacedOrder(order, prepared.value.payment);
  return ok({ ...(await toResult(tx, call, order, placed, providers)), moves: reserved.value, isRepeated: false });
}

async function subscribeToNewsletter(tx: SiteTx, call: PlaceOrderCall, { email }: CheckoutCustomer): Promise<void> {
  if (!call.newsletterConsent) return;
  const subscriber = { email, isEmailVerified: call.userId !== null, ...call.newsletterConsent };
  await subscribeCustomerAtCheckout(tx, call, call.pickLanguage, subscriber);
}

async function toResult(
  tx: SiteTx,
  { userId, staffOrder, origin }: PlaceOrderCall,
  order: OrderRow,
  placed: PlacedOrder,
  { payments }: CheckoutProviders,
): Promise<Pick<PlaceOrderResult, 'placed' | 'payment'>> {
  const payment = await prepareOnlinePayment(tx, order, { payments, origin });
  if (userId !== null || staffOrder) return { placed, payment };
  // The token lets the browser of a guest show the order on the success page.
  return { placed: { ...placed, orderToken: await createAndStoreOrderAccessToken(tx, order.id, 'browser') }, payment };
}

/**
 * Locks the stock, the discount code and the collection slot, checks each of them again under its lock, and takes the
 * quantities from the stock.
 */
async function reserveItems(
  tx: SiteTx,
  call: PlaceOrderCall,
  emailKey: string,
  { sellable, lines, code, delivery }: PreparedOrder,
): Promise<Outcome<AppliedStockChange[], PlaceOrderRefusal>> {
  const required = computeRequiredManagedStock(lines, sellable.stock);
  const sold = resolveCartLinesCheckingStock(
    call.input.products,
    { ...sellable, stock: await lockStockOfVariantsIgnoringBoxes(tx, [...required.keys()]) },
    call.translate,
  );
  if (!sold.ok) return sold;
  if (code) {
    const context = {
      goods: computeGoodsPrice(lines),
      emailKey: emailKey || null,
      field: discountCodeField,
      shouldLock: true,
    };
    const checked = await checkDiscountCode(tx, code.code, context, call);
    if (!checked.ok) return checked;
  }
  const { slot } = delivery;
  if (slot && slot.capacity !== null) {
    await lockCollectionSchedule(tx, slot.scheduleId);
    const [counted] = await countCollectionsPerSlot(tx, [slot.scheduleId], slot.date, addDays(slot.date, 1));
    if (counted && counted.taken >= slot.capacity)
      return refuse('slot_full', { errors: { idSchedule: call.translate('refusal.slot_full') } });
  }
  return ok(await takeFromLockedStockOrThrow(tx, required));
}

/**
 * Returns the customer of a guest order. No account is read, so that neither the response nor its duration reveals
 * whether the email address has an account.
 */
function guestOf({ input: { user, address } }: PlaceOrderCall): CheckoutCustomer {
  const { email = '', firstname, lastname } = user;
  const named = address.billing ?? address.delivery;
  return {
    email,
    emailKey: toEmailKey(email),
    firstname: firstname || (named?.firstname ?? ''),
    lastname: lastname || (named?.lastname ?? ''),
    birthdate: null,
  };
}

async function readEarlierOrder(tx: SiteTx, orderId: number | null): Promise<OrderRow> {
  const order = orderId === null ? null : await readOrder(tx, orderId);
  if (!order) throw new Error('the order of an idempotency key does not exist');
  return order;
}

/** Hashes the input of a call: SHA-256 in hexadecimal, independent of the order of its fields. */
const hashOf = ({ input, staffOrder }: PlaceOrderCall): string =>
  createHash('sha256')
    .update(
      JSON.stringify(staffOrder ? { ...input, entry: staffOrder } : input, (_key, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
          : value,
      ),
    )
    .digest('hex');

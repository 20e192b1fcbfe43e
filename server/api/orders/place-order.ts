import { createHash } from 'node:crypto';
import { lockCustomer } from '#server/api/accounts/accounts.ts';
import { sellableLines } from '#server/api/cart/read-cart.ts';
import { lockStock, type StockMove, takeFromStock } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkCode } from '#server/api/discounts/check-code.ts';
import type { PaymentProvider } from '#server/api/payments/payment-provider.ts';
import { lockSchedule } from '#server/api/shipping/shop-repository.ts';
import { goodsPrice } from '#shared/cart/line-price.ts';
import { stockNeed } from '#shared/catalogue/stock-need.ts';
import type { PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { dayAfter } from '#shared/places/local-time.ts';
import type { OrderCall, OrderRefusal } from './order-call.ts';
import { countPickups, type OrderRow, readOrder } from './order-reading-repository.ts';
import { claimRequest, closeRequest } from './order-repository.ts';
import { codeField, type PreparedOrder, prepareOrder } from './prepare-order.ts';
import { readPlacedOrder } from './read-orders.ts';
import { saveOrder } from './save-order.ts';

/** The account ended between the log-in and this order. */
export class CustomerGone extends Error {
  readonly statusCode = 401;
}

/**
 * Places an order, or answers with the one that the same Idempotency-Key placed before. One transaction does it all, and a
 * refusal is to leave nothing of it. Rows are locked in one order, so that no two orders wait for each other: customer,
 * stock by id, code, pick-up schedule, terms, counter. docs/rules.md, "Placing an order".
 * @throws CustomerGone
 */
export async function placeOrder(
  tx: SiteTx,
  call: OrderCall,
  payments: PaymentProvider,
): Promise<Outcome<{ placed: PlacedOrder; moves: StockMove[] }, OrderRefusal>> {
  const customer = await lockCustomer(tx, call.userId);
  if (!customer) throw new CustomerGone('the account is gone');
  const request = call.key === null ? null : { userId: call.userId, key: call.key, bodyHash: hashOf(call.wish) };
  const earlier = request && (await claimRequest(tx, request));
  if (earlier) {
    if (earlier.bodyHash !== request.bodyHash) return refuse('key_reused');
    return ok({ placed: await readPlacedOrder(tx, await orderOf(tx, earlier.orderId), call), moves: [] });
  }
  const prepared = await prepareOrder(tx, call, customer, payments);
  if (!prepared.ok) return prepared;
  const taken = await takeWhatIsLimited(tx, call, prepared.value);
  if (!taken.ok) return taken;
  const placed = await saveOrder(tx, call, customer, prepared.value, payments);
  if (request) await closeRequest(tx, request, placed.id);
  return ok({ placed, moves: taken.value });
}

/** Stock, uses of the code, places in the slot: looked at again once nobody else can take them. */
async function takeWhatIsLimited(
  tx: SiteTx,
  call: OrderCall,
  { sale, lines, code, delivery }: PreparedOrder,
): Promise<Outcome<StockMove[], OrderRefusal>> {
  const need = stockNeed(lines.filter(({ item }) => item.setQuantity));
  const sold = sellableLines(call.wish.products, { ...sale, left: await lockStock(tx, [...need.keys()]) }, call.say);
  if (!sold.ok) return sold;
  if (code) {
    const user = { goods: goodsPrice(lines), userId: call.userId, field: codeField, lock: true };
    const held = await checkCode(tx, code.code, user, call);
    if (!held.ok) return held;
  }
  const { slot } = delivery;
  if (slot && slot.capacity !== null) {
    await lockSchedule(tx, slot.scheduleId);
    const [counted] = await countPickups(tx, [slot.scheduleId], slot.date, dayAfter(slot.date, 1));
    if (counted && counted.taken >= slot.capacity)
      return refuse('slot_full', { errors: { idSchedule: call.say('ordering.refusal.slot_full') } });
  }
  return ok(await takeFromStock(tx, need));
}

async function orderOf(tx: SiteTx, orderId: number | null): Promise<OrderRow> {
  const order = orderId === null ? null : await readOrder(tx, orderId);
  if (!order) throw new Error('a key was kept without its order');
  return order;
}

/** Tells one wish from another, whatever the order of its fields. SHA-256 in hexadecimal. */
const hashOf = (wish: PlaceOrderInput): string =>
  createHash('sha256')
    .update(
      JSON.stringify(wish, (_key, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
          : value,
      ),
    )
    .digest('hex');

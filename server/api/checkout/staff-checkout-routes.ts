import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { findUserByEmail, toEmailKey } from '#server/api/accounts/accounts.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import { readSellableItems } from '#server/api/catalogue/catalogue.ts';
import { createContractRouter, type RequestContext, type SessionUser } from '#server/api/contract/contract-route.ts';
import { readIdempotencyKey } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/discount-codes.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { carrierOfferToOption, readShippingConfig } from '#server/api/shipping/shipping.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import { type CartTotals, computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice, computeItemPrice, computeLinePrice } from '#shared/cart/line-price.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import {
  type StaffOrderInput,
  type StaffOrderQuote,
  staffCheckoutContract,
} from '#shared/checkout/staff-checkout-contract.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import {
  type CarrierOffer,
  findBottleCountRefusal,
  hasPhysicalGoods,
  listCarrierOffers,
} from '#shared/shipping/shipping.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import { type CheckoutDependencies, type PlaceOrderResult, placeOrder, type RunOrder } from './place-order.ts';
import {
  type CheckoutProviders,
  fetchChosenPickupPoint,
  listStaffPaymentMethods,
  type PlaceOrderCall,
} from './prepare-order.ts';

type QuoteEndpoint = (typeof staffCheckoutContract)['POST /admin/order/quote'];
type QuoteInput = z.output<QuoteEndpoint['body']>;
type QuoteRefusal = keyof QuoteEndpoint['refusals'];

/**
 * Computes the amounts of an order that staff are entering, with the functions that price the order itself. The fee is
 * 0 until a carrier is chosen.
 */
async function quoteStaffOrder(
  tx: SiteTx,
  input: QuoteInput,
  context: RequestContext,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<Outcome<StaffOrderQuote, QuoteRefusal>> {
  const ids = input.products.map(({ id }) => id);
  const sellable = await readSellableItems(tx, ids);
  const sold = resolveCartLinesCheckingStock(input.products, sellable, context.translate);
  if (!sold.ok) return sold;
  const lines = sold.value;
  const emailKey = input.email === '' ? null : toEmailKey(input.email);
  const codeContext = { goods: computeGoodsPrice(lines), emailKey, field: 'code' };
  const code = input.code === '' ? ok(null) : await checkDiscountCode(tx, input.code, codeContext, context);
  if (!code.ok) return code;
  const reduction = code.value?.reduction ?? null;
  const shipment = await quoteShipment(tx, input, { lines, reduction }, context);
  if (!shipment.ok) return shipment;
  const { offers, issue } = shipment.value;
  const chosen = offers.find(({ carrier }) => carrier.id === input.delivery.idCarrier);
  const choice = { delivery: input.delivery.type, settlement: input.settlement };
  return ok({
    ...toQuotedAmounts(lines, computeCartTotals(lines, reduction, chosen?.shippingFee ?? 0)),
    sellsAlcohol: lines.some(({ item }) => item.isAlcohol),
    needsDelivery: hasPhysicalGoods(lines),
    shipmentIssue: issue,
    carriers: offers.map(carrierOfferToOption),
    payments: await listStaffPaymentMethods(tx, choice, payments, context),
  });
}

interface QuotedShipment {
  offers: CarrierOffer[];
  issue: StaffOrderQuote['shipmentIssue'];
}

/** Lists the offers of the carriers for the chosen way of delivery; none without a destination. */
async function quoteShipment(
  tx: SiteTx,
  { delivery, destination }: QuoteInput,
  { lines, reduction }: { lines: readonly SellableLine[]; reduction: DiscountPriceFields | null },
  { translate, pickLanguage }: RequestContext,
): Promise<Outcome<QuotedShipment, 'unknown_country'>> {
  if (delivery.type !== 'DELIVERY' && delivery.type !== 'PICKUP') return ok({ offers: [], issue: null });
  const { carriers, rules } = await readShippingConfig(tx, pickLanguage);
  const reason = findBottleCountRefusal(lines, rules);
  if (reason) {
    const { minBottles: min, maxBottles: max } = rules;
    return ok({ offers: [], issue: { reason, bottles: countBottlesToShip(lines), min, max } });
  }
  if (!destination) return ok({ offers: [], issue: null });
  const country = toCountryCode(destination.country);
  if (!country)
    return refuse('unknown_country', { errors: { 'destination.country': translate('refusal.unknown_country') } });
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, reduction) };
  const offers = listCarrierOffers(carriers, determineShippingZone(country, destination.postalCode), cart, rules);
  return ok({ offers: offers.filter(({ carrier }) => carrier.deliveryType === delivery.type), issue: null });
}

const toQuotedAmounts = (
  lines: readonly SellableLine[],
  { bottles, subtotal, discount, shippingFees, total, vat }: CartTotals,
): Omit<StaffOrderQuote, 'sellsAlcohol' | 'needsDelivery' | 'shipmentIssue' | 'carriers' | 'payments'> => ({
  lines: lines.map((line) => ({
    id: line.item.id,
    quantity: line.quantity,
    price: centsToEuros(computeItemPrice(line.item)),
    total: centsToEuros(computeLinePrice(line)),
  })),
  bottles,
  subtotal: centsToEuros(subtotal),
  discount: centsToEuros(discount),
  shippingFees: centsToEuros(shippingFees),
  total: centsToEuros(total),
  vat: centsToEuros(vat.reduce((sum, share) => sum + share.vat, 0)),
});

type StaffOrderCall = Omit<
  PlaceOrderCall,
  'userId' | 'emailKey' | 'input' | 'staffOrder' | 'network' | 'newsletterConsent' | 'origin'
> & {
  user: Pick<SessionUser, 'id' | 'email'>;
  input: StaffOrderInput;
};

type StaffOrderRefusal = keyof (typeof staffCheckoutContract)['POST /admin/order']['refusals'];

async function placeStaffOrder(
  tx: SiteTx,
  { user, input, ...context }: StaffOrderCall,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult & { placed: PlacedOrder }, StaffOrderRefusal>> {
  const checked = await checkStaffOrder(tx, input, context);
  if (!checked.ok) return checked;
  const { channel, settlement, isAdult: _, paidOn: given, ...order } = input;
  const paidOn = settlement === 'OPEN' ? null : (given ?? toLocalDay(context.now, context.site.timeZone));
  const staffOrder = { staffUserId: user.id, staffEmailKey: toEmailKey(user.email), channel, settlement, paidOn };
  const account = order.user.email === undefined ? null : await findUserByEmail(tx, order.user.email);
  // The order and its mails are in the language of the customer, not in that of the member of staff.
  const { site } = context;
  const lang = account?.activatedAt ? account.lang : site.defaultLang;
  const call: PlaceOrderCall = {
    ...context,
    lang,
    pickLanguage: (text) => resolveLocalized(text, lang, site.defaultLang),
    origin: getOriginInLanguage(site, lang),
    staffOrder,
    // The email address of a pending account may be unverified. Activating the account adds the guest orders of the
    // address to it.
    userId: account?.activatedAt ? account.id : null,
    emailKey: null,
    input: { ...order, acceptTerms: true },
    network: null,
    newsletterConsent: null,
  };
  const placed = await placeOrder(tx, call, providers);
  if (!placed.ok || placed.value.isRepeated) return placed;
  const { id, number, status: state, total } = placed.value.placed;
  await recordStaffChange(tx, {
    userId: user.id,
    resource: 'order',
    key: id,
    action: 'CREATE',
    before: null,
    after: { number, state, channel, total },
  });
  return placed;
}

type StaffCheckRefusal =
  | 'age_unconfirmed'
  | 'name_needed'
  | 'email_needed'
  | 'taken_away_needs_collection'
  | 'payment_needed'
  | 'paid_in_future';

/** Checks the settlement and its payment, the confirmation of the customer's age, and name and email address where they are needed. */
async function checkStaffOrder(
  tx: SiteTx,
  { products, user, address, delivery, settlement, payment, paidOn, isAdult }: StaffOrderInput,
  { translate, now, site }: Pick<PlaceOrderCall, 'translate' | 'now' | 'site'>,
): Promise<Outcome<null, StaffCheckRefusal>> {
  const refuseField = <Refusal extends StaffCheckRefusal>(refusal: Refusal, field: string) =>
    refuse(refusal, { errors: { [field]: translate(`refusal.${refusal}`) } });
  if (settlement === 'TAKEN_AWAY' && delivery.type !== 'CLICK_AND_COLLECT')
    return refuseField('taken_away_needs_collection', 'settlement');
  if (paidOn !== undefined && paidOn > toLocalDay(now, site.timeZone)) return refuseField('paid_in_future', 'paidOn');
  const isShipped = delivery.type === 'DELIVERY' || delivery.type === 'PICKUP';
  const isNameless = !user.lastname && !address.billing && !isShipped;
  if (settlement !== 'TAKEN_AWAY' && isNameless) return refuseField('name_needed', 'user.lastname');
  const { items } = await readSellableItems(
    tx,
    products.map(({ id }) => id),
  );
  // Vouchers are sent by mail, so that without an email address the customer would receive none.
  const hasVoucher = products.some(({ id }) => items.get(id)?.kind === 'voucher');
  if ((hasVoucher || delivery.type === 'NO_DELIVERY') && user.email === undefined)
    return refuseField('email_needed', 'user.email');
  const hasAlcohol = products.some(({ id }) => items.get(id)?.isAlcohol);
  // A guess would be wrong in the books, so staff name how the customer has paid.
  if (settlement !== 'OPEN' && payment === undefined) return refuseField('payment_needed', 'payment');
  return hasAlcohol && !isAdult ? refuseField('age_unconfirmed', 'isAdult') : ok(null);
}

export function staffCheckoutRoutes(
  app: FastifyInstance,
  dependencies: CheckoutDependencies,
  runOrder: RunOrder,
): void {
  const route = createContractRouter(app, 'checkout', staffCheckoutContract, dependencies);

  route('POST /admin/order/quote', ({ body, site, lang, translate, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) =>
      quoteStaffOrder(tx, body, { site, lang, translate, pickLanguage, now: Date.now() }, dependencies),
    ),
  );
  route('POST /admin/order', async (call) => {
    const { body, user, site, lang, translate, pickLanguage, request, markAsRepeated } = call;
    const key = readIdempotencyKey(request);
    if (!key.ok) return key;
    const texts = { lang, translate, pickLanguage };
    const lookup = { ...call, log: request.log };
    const carrierPickupPoint = await fetchChosenPickupPoint(dependencies.pickupPoints, lookup, body.delivery);
    const order = { site, carrierPickupPoint, ...texts, user, key: key.value, input: body };
    const outcome = await runOrder(site.id, (tx) => placeStaffOrder(tx, { ...order, now: Date.now() }, dependencies));
    if (!outcome.ok) return outcome;
    if (outcome.value.isRepeated) markAsRepeated();
    return ok({ order: outcome.value.placed });
  });
}

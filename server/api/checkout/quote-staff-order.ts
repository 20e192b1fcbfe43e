import type { z } from 'zod';
import { toEmailKey } from '#server/api/accounts/accounts.ts';
import { resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import { readSellableItems } from '#server/api/catalogue/catalogue.ts';
import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/check-code.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { carrierOfferToOption, readShippingConfig } from '#server/api/shipping/shipping-config.ts';
import { type CartTotals, computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice, computeItemPrice, computeLinePrice } from '#shared/cart/line-price.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import type { StaffOrderQuote, staffCheckoutContract } from '#shared/checkout/staff-checkout-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import {
  type CarrierOffer,
  findBottleCountRefusal,
  hasPhysicalGoods,
  listCarrierOffers,
} from '#shared/shipping/shipping.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import { listStaffPaymentMethods } from './list-staff-payment-methods.ts';

type QuoteEndpoint = (typeof staffCheckoutContract)['POST /admin/order/quote'];
type QuoteInput = z.output<QuoteEndpoint['body']>;
type QuoteRefusal = keyof QuoteEndpoint['refusals'];

/**
 * Computes the amounts of an order that staff are entering, with the functions that price the order itself. The fee is
 * 0 until a carrier is chosen.
 */
export async function quoteStaffOrder(
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

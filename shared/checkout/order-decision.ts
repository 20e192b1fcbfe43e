import { type CartTotals, computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { findLineIssues, type LineIssue } from '#shared/cart/find-line-issues.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import { maxPurchasedVouchersPerOrder } from '#shared/limits.ts';
import {
  type BottleCountRefusal,
  type Carrier,
  type CarrierOffer,
  findBottleCountRefusal,
  hasPhysicalGoods,
  listCarrierOffers,
  type ShippingRules,
} from '#shared/shipping/shipping.ts';
import type { ShippingZone } from '#shared/shipping/shipping-zone.ts';

export type DeliveryChoice =
  | { type: 'DELIVERY' | 'PICKUP'; zone: ShippingZone; idCarrier: number }
  | { type: 'CLICK_AND_COLLECT' }
  | { type: 'NO_DELIVERY' };

export interface OrderDecisionInput {
  lines: readonly SellableLine[];
  /** Stock by variant id, in units of the variant. A variant that the map does not contain has unlimited stock. */
  stock: ReadonlyMap<number, number>;
  delivery: DeliveryChoice;
  carriers: readonly Carrier[];
  rules: ShippingRules;
  /** The terms of a discount code that has been checked; null without a code. */
  code: DiscountPriceFields | null;
}

export type OrderDecision =
  | { ok: true; totals: CartTotals; offer: CarrierOffer | null }
  | { ok: false; refusal: 'lines'; lines: LineIssue[] }
  | { ok: false; refusal: 'empty' | 'needs_delivery' | 'no_carrier' | 'too_many_vouchers' | BottleCountRefusal };

/**
 * Decides whether an order can be placed, and computes its costs. The calls that place orders use it. Cart and quotes
 * use its parts, such as `listCarrierOffers` and `computeCartTotals`, so that their amounts agree.
 */
export function decideOrder({ lines, stock, delivery, carriers, rules, code }: OrderDecisionInput): OrderDecision {
  if (lines.length === 0) return { ok: false, refusal: 'empty' };
  const issues = findLineIssues(lines, stock);
  if (issues.length > 0) return { ok: false, refusal: 'lines', lines: issues };
  if (countVouchers(lines) > maxPurchasedVouchersPerOrder) return { ok: false, refusal: 'too_many_vouchers' };
  if (delivery.type === 'NO_DELIVERY' && hasPhysicalGoods(lines)) return { ok: false, refusal: 'needs_delivery' };
  if (delivery.type === 'CLICK_AND_COLLECT' || delivery.type === 'NO_DELIVERY')
    return { ok: true, totals: computeCartTotals(lines, code, 0), offer: null };
  const refusal = findBottleCountRefusal(lines, rules);
  if (refusal) return { ok: false, refusal };
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, code) };
  const offer = listCarrierOffers(carriers, delivery.zone, cart, rules).find(
    ({ carrier }) => carrier.id === delivery.idCarrier && carrier.deliveryType === delivery.type,
  );
  if (!offer) return { ok: false, refusal: 'no_carrier' };
  return { ok: true, totals: computeCartTotals(lines, code, offer.shippingFee), offer };
}

const countVouchers = (lines: readonly SellableLine[]): number =>
  lines.reduce((sum, { item, quantity }) => (item.kind === 'voucher' ? sum + quantity : sum), 0);

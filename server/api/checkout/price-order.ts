import type { ResolvedCartLine } from '#server/api/cart/resolve-cart-lines.ts';
import type { SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode, type ValidDiscountCode } from '#server/api/discounts/check-code.ts';
import { createBottleCountRefusal, readShippingConfig } from '#server/api/shipping/shipping-config.ts';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import { decideOrder, type OrderDecision } from '#shared/checkout/order-decision.ts';
import { maxPurchasedVouchersPerOrder } from '#shared/limits.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { CarrierOffer, ShippingRules } from '#shared/shipping/shipping.ts';
import type { PlaceOrderCall, PlaceOrderRefusal } from './order-call.ts';
import { type ResolvedDelivery, resolveDelivery } from './resolve-delivery.ts';

export interface PricedOrder {
  totals: CartTotals;
  offer: CarrierOffer | null;
  code: ValidDiscountCode | null;
  delivery: ResolvedDelivery;
}

export const discountCodeField = 'discount.code';

/**
 * Checks the discount code and the delivery, and computes the order's totals. The caller has already checked the lines.
 */
export async function priceOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  { lines, stock, emailKey }: { lines: readonly ResolvedCartLine[]; stock: SellableItems['stock']; emailKey: string },
): Promise<Outcome<PricedOrder, PlaceOrderRefusal>> {
  const { input, translate, pickLanguage } = call;
  const enteredCode = input.discount?.code;
  const context = { goods: computeGoodsPrice(lines), emailKey: emailKey || null, field: discountCodeField };
  const code = enteredCode ? await checkDiscountCode(tx, enteredCode, context, call) : ok(null);
  const delivery = await resolveDelivery(tx, call);
  if (!delivery.ok) return delivery;
  if (!code.ok) return code;
  const { carriers, rules } = await readShippingConfig(tx, pickLanguage);
  const decision = decideOrder({
    lines,
    stock,
    carriers,
    rules,
    code: code.value?.reduction ?? null,
    delivery: delivery.value.choice,
  });
  if (!decision.ok) return refuseDecision(decision, lines, rules, translate);
  const { totals, offer } = decision;
  return ok({ totals, offer, code: code.value, delivery: delivery.value });
}

/** @throws Error if the decision is about the cart lines, because the caller has already checked them. */
function refuseDecision(
  { refusal }: Extract<OrderDecision, { ok: false }>,
  lines: readonly ResolvedCartLine[],
  rules: ShippingRules,
  translate: PlaceOrderCall['translate'],
): RefusedOutcome<'too_few_bottles' | 'too_many_bottles' | 'too_many_vouchers' | 'needs_delivery' | 'no_carrier'> {
  switch (refusal) {
    case 'too_few_bottles':
    case 'too_many_bottles':
      return createBottleCountRefusal(refusal, lines, rules);
    case 'too_many_vouchers':
      return refuse(refusal, { values: { max: maxPurchasedVouchersPerOrder } });
    case 'needs_delivery':
      return refuse(refusal, { errors: { 'delivery.type': translate('refusal.needs_delivery') } });
    case 'no_carrier':
      return refuse(refusal, { errors: { 'delivery.idCarrier': translate('refusal.no_carrier') } });
    default:
      throw new Error(`lines that had been checked were refused: ${refusal}`);
  }
}

import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import { type Cents, computePercentageOfAmount, eurosToCents } from '#shared/money.ts';

/** The amount in cents that a discount code deducts, from the goods or from the shipping fee. */
interface DiscountCodeDeduction {
  value: Cents;
  from: 'goods' | 'shipping';
}

/**
 * Computes the amount that a discount code deducts from an order, after the discounts of the lines. The amount never
 * exceeds the price of the goods or, for a code whose `detailType` is SHIPPING_FEES, the shipping fee. Percentages are
 * rounded half up to the cent.
 */
export function computeDiscountCodeDeduction(
  code: DiscountPriceFields,
  goods: Cents,
  fee: Cents,
): DiscountCodeDeduction {
  const from = code.detailType === 'SHIPPING_FEES' ? 'shipping' : 'goods';
  const base = from === 'shipping' ? fee : goods;
  const value = code.type === 'EURO' ? eurosToCents(code.amount) : computePercentageOfAmount(base, code.amount);
  return { value: Math.min(base, value), from };
}

/** Normalises a discount code for comparison, which ignores case and surrounding white space. */
export const normaliseDiscountCode = (code: string): string => code.trim().toUpperCase();

/**
 * The conditions of a discount code, and its use so far. Instants are milliseconds since 1970; null means that there is
 * no such condition.
 */
export interface DiscountCodeConditions {
  from: number | null;
  to: number | null;
  /** Maximum number of orders with the code by all customers together. */
  maxUses: number | null;
  used: number;
  maxUsesPerCustomer: number | null;
  usedByCustomer: number;
  /** Minimum price of the goods in cents after the discounts of their lines. */
  minGoods: Cents;
}

/** HTTP status by refusal code, for the calls that accept a discount code. */
export const discountCodeRefusalStatuses = {
  code_unknown: 422,
  code_not_yet: 422,
  code_over: 422,
  code_used_up: 409,
  code_used_by_you: 409,
  code_needs_more: 422,
} as const;

export type DiscountCodeRefusal =
  | 'code_not_yet'
  | 'code_over'
  | 'code_used_up'
  | 'code_used_by_you'
  | 'code_needs_more';

/** Finds the reason why a discount code cannot be used for an order; null if it can. */
export function findDiscountCodeRefusal(
  conditions: DiscountCodeConditions,
  goods: Cents,
  now: number,
): DiscountCodeRefusal | null {
  if (conditions.from !== null && now < conditions.from) return 'code_not_yet';
  if (conditions.to !== null && now >= conditions.to) return 'code_over';
  if (conditions.maxUses !== null && conditions.used >= conditions.maxUses) return 'code_used_up';
  if (conditions.maxUsesPerCustomer !== null && conditions.usedByCustomer >= conditions.maxUsesPerCustomer)
    return 'code_used_by_you';
  return goods < conditions.minGoods ? 'code_needs_more' : null;
}

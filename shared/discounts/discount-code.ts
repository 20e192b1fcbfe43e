import type { DiscountTerms } from '#shared/catalogue/unit-price.ts';
import { type Cents, computePercentage, eurosToCents } from '#shared/money.ts';

/** The amount that a code deducts, from the goods or from the shipping fee. */
export interface DiscountCodeValue {
  value: Cents;
  from: 'goods' | 'shipping';
}

/**
 * Computes the value of a code, which applies once per order, after the discounts of the lines. It never exceeds the
 * goods, or the fee for a code of `detailType` SHIPPING_FEES. Percentages are rounded half up.
 */
export function computeDiscountCodeValue(code: DiscountTerms, goods: Cents, fee: Cents): DiscountCodeValue {
  const from = code.detailType === 'SHIPPING_FEES' ? 'shipping' : 'goods';
  const base = from === 'shipping' ? fee : goods;
  const value = code.type === 'EURO' ? eurosToCents(code.amount) : computePercentage(base, code.amount);
  return { value: Math.min(base, value), from };
}

/** The form in which codes are compared, which ignores case and surrounding space. */
export const normaliseDiscountCode = (code: string): string => code.trim().toUpperCase();

/** The conditions of a code, and its use so far. Instants are milliseconds since 1970; null means no such condition. */
export interface DiscountCodeConditions {
  from: number | null;
  to: number | null;
  /** By all customers together. */
  maxUses: number | null;
  used: number;
  maxUsesPerCustomer: number | null;
  usedByCustomer: number;
  /** Minimum price of the goods after the discounts of their lines, in cents. */
  minGoods: Cents;
}

/** HTTP status by refusal, for calls that take a code. */
export const discountCodeRefusals = {
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

/** The reason why a code cannot be used for an order; null if it can. */
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

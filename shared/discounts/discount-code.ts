import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { type Cents, eurosToCents, percentOf } from '#shared/money.ts';

/** What a code takes off: cents of the goods, or of the shipping fee. */
export interface CodeValue {
  /** In cents, never more than what it is taken from. */
  value: Cents;
  from: 'goods' | 'shipping';
}

/**
 * What a code is worth. It counts once in an order, after the discounts of the lines: EURO takes its amount off the
 * goods, any other type is a percentage of them, half a cent up, and never more than the goods. A code of `detailType`
 * SHIPPING_FEES does the same with the fee. `amount` is euros or percent.
 */
export function codeValue(code: Reduction, goods: Cents, fee: Cents): CodeValue {
  const from = code.detailType === 'SHIPPING_FEES' ? 'shipping' : 'goods';
  const base = from === 'shipping' ? fee : goods;
  const wanted = code.type === 'EURO' ? eurosToCents(code.amount) : percentOf(base, code.amount);
  return { value: Math.min(base, wanted), from };
}

/** How codes are compared: without regard to capitals and surrounding space. */
export const normalCode = (code: string): string => code.trim().toUpperCase();

/** Under what conditions an estate honours a code. Instants are milliseconds since 1970; null: no such condition. */
export interface CodeTerms {
  from: number | null;
  to: number | null;
  /** How often it may be used, by everyone together and by one customer, and how often it has been. */
  uses: number | null;
  used: number;
  usesPerCustomer: number | null;
  usedByCustomer: number;
  /** What the goods must cost at least, after the discounts of their lines. Cents. */
  leastGoods: Cents;
}

/** Refusals of calls that take a code. */
export const codeRefusals = {
  code_unknown: 422,
  code_not_yet: 422,
  code_over: 422,
  code_used_up: 409,
  code_used_by_you: 409,
  code_needs_more: 422,
} as const;

export type CodeFault = 'code_not_yet' | 'code_over' | 'code_used_up' | 'code_used_by_you' | 'code_needs_more';

/** Why a code does not hold for an order; null: it does. */
export function codeFault(terms: CodeTerms, goods: Cents, now: number): CodeFault | null {
  if (terms.from !== null && now < terms.from) return 'code_not_yet';
  if (terms.to !== null && now >= terms.to) return 'code_over';
  if (terms.uses !== null && terms.used >= terms.uses) return 'code_used_up';
  if (terms.usesPerCustomer !== null && terms.usedByCustomer >= terms.usesPerCustomer) return 'code_used_by_you';
  return goods < terms.leastGoods ? 'code_needs_more' : null;
}

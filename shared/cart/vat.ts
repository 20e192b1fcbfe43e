import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import { type Cents, roundHalfUp } from '#shared/money.ts';
import { linePrice } from './line-price.ts';
import { prorate } from './prorate.ts';

/** What of an order's total is taxed at one rate: the total with VAT, and the VAT in it. Cents. */
export interface VatShare {
  /** Percent. */
  rate: number;
  total: Cents;
  vat: Cents;
}

/** The VAT in an amount that includes it, half a cent up. */
export const includedVat = (total: Cents, rate: number): Cents => roundHalfUp((total * rate) / (100 + rate));

/**
 * The VAT of an order by rate, ascending. What a code takes off the goods is spread over the lines in proportion to
 * their prices; shipping, less what a code takes off it, is taxed like the goods that it brings, in proportion to them.
 */
export function vatShares(lines: readonly ItemLine[], goodsDiscount: Cents, shipping: Cents): VatShare[] {
  const prices = lines.map(linePrice);
  const discounts = prorate(goodsDiscount, prices);
  const fees = prorate(shipping, prices);
  const totals = new Map<number, Cents>();
  lines.forEach(({ item }, index) => {
    const paid = (prices[index] ?? 0) - (discounts[index] ?? 0) + (fees[index] ?? 0);
    totals.set(item.vatRate, (totals.get(item.vatRate) ?? 0) + paid);
  });
  return [...totals]
    .sort(([one], [other]) => one - other)
    .map(([rate, total]) => ({ rate, total, vat: includedVat(total, rate) }));
}

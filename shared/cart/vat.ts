import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import { type Cents, roundHalfUp } from '#shared/money.ts';
import { computeLinePrice } from './line-price.ts';
import { prorate } from './prorate.ts';

/** The part of an order that is taxed at one rate, in cents. `total` includes `vat`. */
export interface VatShare {
  /** Percent. */
  rate: number;
  total: Cents;
  vat: Cents;
}

/** The VAT in an amount that includes it, rounded half up. */
export const computeIncludedVat = (total: Cents, rate: number): Cents => roundHalfUp((total * rate) / (100 + rate));

/**
 * The VAT of an order by rate, ascending. A code's discount on the goods is prorated over the lines by their prices.
 * Shipping is ancillary to the goods: it is taxed at their rates, prorated the same way.
 * @param shipping The fee after any discount on it.
 */
export function computeVatShares(lines: readonly SellableLine[], goodsDiscount: Cents, shipping: Cents): VatShare[] {
  const prices = lines.map(computeLinePrice);
  const discounts = prorate(goodsDiscount, prices);
  const fees = prorate(shipping, prices);
  const totals = new Map<number, Cents>();
  lines.forEach(({ item }, index) => {
    const paid = (prices[index] ?? 0) - (discounts[index] ?? 0) + (fees[index] ?? 0);
    totals.set(item.vatRate, (totals.get(item.vatRate) ?? 0) + paid);
  });
  return [...totals]
    .sort(([one], [other]) => one - other)
    .map(([rate, total]) => ({ rate, total, vat: computeIncludedVat(total, rate) }));
}

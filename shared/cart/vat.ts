import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import { type Cents, roundHalfUp } from '#shared/money.ts';
import { computeLinePrice } from './line-price.ts';
import { prorate } from './prorate.ts';

/** The part of an order that is taxed at one VAT rate, in cents. `total` includes `vat`. */
export interface VatShare {
  /** The VAT rate in percent. */
  rate: number;
  total: Cents;
  vat: Cents;
}

export const computeIncludedVat = (total: Cents, rate: number): Cents => roundHalfUp((total * rate) / (100 + rate));

/**
 * Computes the VAT of an order by rate, in ascending order of the rates. The discount of a code on the goods is
 * prorated over the lines by their prices. The shipping fee is ancillary to the goods: it is prorated the same way and
 * taxed at the rates of the goods.
 * @param shipping the shipping fee in cents after any discount on it
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

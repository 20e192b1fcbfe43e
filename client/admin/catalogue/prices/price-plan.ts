import type { PricePlanRow, PricePlanRowConflict } from '#shared/admin/price-plan-contract.ts';
import {
  changePriceByPercent,
  findPriceBeforeInstant,
  findPriceStartingAtInstant,
} from '#shared/catalogue/plan-price.ts';
import { type PriceListVariant, parseDecimalEurosOrNaN } from './price-list-rows.ts';

export interface PricePlanFormValues {
  /** The time from which the prices apply, in ISO 8601; null before one is entered. */
  from: string | null;
  mode: 'amount' | 'percent';
  percent: string;
  /** The typed prices by variant, in the mode `amount`. */
  prices: ReadonlyMap<number, string>;
  /** The variants whose price that is already planned for the time may be replaced. */
  replaced: ReadonlySet<number>;
}

export interface PricePlanFormRow {
  listed: PriceListVariant;
  /** The price that applies until the time of the plan, in euros. */
  before: number;
  /** The price that is already planned for the time of the plan; null if there is none. */
  planned: number | null;
  /** The new price; null while the input is not a valid price. */
  next: number | null;
}

/**
 * Parses a percentage such as `+5` or `-2,5`.
 * @returns NaN for other texts
 */
export const parsePercentOrNaN = (text: string): number =>
  /^[+-]?\d{1,3}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

function changeBy(price: number, percentText: string): number {
  const percent = parsePercentOrNaN(percentText);
  return Number.isNaN(percent) ? percent : changePriceByPercent(price, percent);
}

const findShownPrices = (variant: PriceListVariant['variant'], instant: number | null) =>
  instant === null
    ? { before: variant.price, planned: null }
    : { before: findPriceBeforeInstant(variant, instant), planned: findPriceStartingAtInstant(variant, instant) };

/**
 * Computes the rows of the form.
 * @param known Prices that the API has reported for the time of the plan, by variant. They replace those of the price
 * list.
 */
export function computePricePlanFormRows(
  selected: readonly PriceListVariant[],
  { mode, percent, prices }: PricePlanFormValues,
  instant: number | null,
  known: ReadonlyMap<number, PricePlanRowConflict>,
): PricePlanFormRow[] {
  return selected.map((listed) => {
    const { id } = listed.variant;
    const { before, planned } = known.get(id) ?? findShownPrices(listed.variant, instant);
    const changed = mode === 'percent' ? changeBy(before, percent) : parseDecimalEurosOrNaN(prices.get(id) ?? '');
    return { listed, before, planned, next: changed > 0 ? changed : null };
  });
}

/**
 * Converts the rows of the form to those that the API saves; null while a row is incomplete or a replacement is not
 * confirmed.
 */
export function toPlanRows(
  formRows: readonly PricePlanFormRow[],
  replaced: ReadonlySet<number>,
): PricePlanRow[] | null {
  const rows = formRows.flatMap(({ listed: { product, variant }, before, planned, next }): PricePlanRow[] =>
    next === null || (planned !== null && !replaced.has(variant.id))
      ? []
      : [{ idProduct: product.id, idVariant: variant.id, price: next, before, replaces: planned }],
  );
  return rows.length > 0 && rows.length === formRows.length ? rows : null;
}

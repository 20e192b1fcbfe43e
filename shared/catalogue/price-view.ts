import { type Cents, eurosToCents } from '../money.ts';
import { computePricePerLitre } from './capacity.ts';
import type { Product, Variant } from './catalogue-contract.ts';
import { isDrinkKind } from './product-enums.ts';
import { computeDiscountedUnitPrice, type DiscountPriceFields, selectVariantOrProductDiscount } from './unit-price.ts';

/** A price reduction in the form in which the law allows it to be announced beside a price. */
interface AnnouncedReduction {
  /** The crossed-out price in cents. */
  before: Cents;
  /**
   * The reduction in percent of `before`, set only for discounts that are a percentage: the discount's own percentage,
   * or one computed from the prior price and rounded down.
   */
  percent?: number;
}

/**
 * Computes the price reduction that may be announced. The reduction relates to the prior price, which is the lowest
 * price of the 30 days before the reduction began: Directive 98/6/EC, article 6a, as read in the judgment C-330/23 of
 * 26 September 2024. A computed percentage is rounded down, so that it never promises more than the customer saves.
 * @param price the price in cents without the discount
 * @param paid the current price in cents
 * @param lowest the result of `computeLowestPriorPrice`, null if unknown
 * @returns null if the current price is not below the prior one, because then no reduction may be announced
 */
export function computeAnnouncedReduction(
  price: Cents,
  paid: Cents,
  lowest: Cents | null,
  discount: DiscountPriceFields | null,
): AnnouncedReduction | null {
  const before = Math.min(price, lowest ?? price);
  if (paid >= before) return null;
  if (discount?.type !== 'PERCENTAGE') return { before };
  const percent = before === price ? discount.amount : Math.floor(((before - paid) * 100) / before);
  return percent > 0 ? { before, percent } : { before };
}

/** A price with its details, in cents with VAT. `before` and `percent` are set if a reduction is announced. */
export interface PriceView extends Partial<AnnouncedReduction> {
  now: Cents;
  perLitre?: Cents;
}

/**
 * Converts the price of a variant after reductions to the fields that a page or mail shows. A box and a voucher have no
 * volume, so they have no price per litre.
 */
export function toPriceView(product: Pick<Product, 'discount' | 'kind'>, variant: Variant): PriceView {
  const full = eurosToCents(variant.price);
  const discount = selectVariantOrProductDiscount(variant.discount, product.discount);
  const now = computeDiscountedUnitPrice(full, discount);
  const view: PriceView = { now };
  const litre = isDrinkKind(product.kind) ? computePricePerLitre(now, variant) : null;
  if (litre !== null) view.perLitre = litre;
  const lowest = variant.lowestPrice === null ? null : eurosToCents(variant.lowestPrice);
  return { ...view, ...computeAnnouncedReduction(full, now, lowest, discount) };
}

export function selectLowestPrice(product: Product): PriceView {
  const prices = product.declination.map((variant) => toPriceView(product, variant));
  return prices.reduce((lowest, price) => (price.now < lowest.now ? price : lowest));
}

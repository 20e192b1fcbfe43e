import { type Cents, eurosToCents } from '../money.ts';
import type { Product, Variant } from './catalogue-contract.ts';
import { type AnnouncedReduction, computeAnnouncedReduction } from './compute-announced-reduction.ts';
import { computePricePerLitre } from './compute-price-per-litre.ts';
import { isDrinkKind } from './product-enums.ts';
import { computeDiscountedUnitPrice, selectVariantOrProductDiscount } from './unit-price.ts';

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

/** Returns the lowest price of a product's variants. */
export function selectLowestPrice(product: Product): PriceView {
  const prices = product.declination.map((variant) => toPriceView(product, variant));
  return prices.reduce((lowest, price) => (price.now < lowest.now ? price : lowest));
}

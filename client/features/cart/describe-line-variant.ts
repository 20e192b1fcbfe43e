import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { joinVariationLabels } from '#client/features/catalogue/product-choice.ts';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { Texts } from '#shared/texts.ts';
import { getLineVariantOrFirst } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/**
 * Describes the variant of a cart line, such as `2022 · 75 cl · Coffret bois`. The year is left out if the product's
 * name contains it. A box or a voucher has no volume.
 */
export function describeLineVariant(line: Pick<CartLine, 'product' | 'variantId'>, texts: Texts): string {
  const { product } = line;
  const variant = getLineVariantOrFirst(line);
  const volume = isDrinkKind(product.kind) ? formatVolume(toCentilitres(variant), texts) : '';
  const year = variant.year !== null && !product.name.includes(String(variant.year)) ? variant.year : '';
  return [year, volume, joinVariationLabels(variant)].filter(Boolean).join(' · ');
}

import { volumeLabel } from '#client/features/catalogue/format-label.ts';
import { variationLabel } from '#client/features/catalogue/choice/product-choice.ts';
import { centilitres } from '#shared/catalogue/capacity.ts';
import type { Texts } from '#shared/texts.ts';
import { variantOf } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/** Which bottle a line is about: `2022 · 75 cl · Coffret bois`. Of a box nothing but its presentation. */
export function lineFacts(line: Pick<CartLine, 'product' | 'declinationId'>, texts: Texts): string {
  const { product } = line;
  const declination = variantOf(line);
  const volume = product.type.type === 'BOX' ? '' : volumeLabel(centilitres(declination), texts);
  const year = declination.year !== null && !product.name.includes(String(declination.year)) ? declination.year : '';
  return [year, volume, variationLabel(declination)].filter(Boolean).join(' · ');
}

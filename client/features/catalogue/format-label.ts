import type { ChoiceFilter, productFilterValuesByField } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Texts } from '#shared/texts.ts';

type ChoiceTextKey = {
  [F in ChoiceFilter]: `catalogue.list.${F}.${(typeof productFilterValuesByField)[F][number]}`;
}[ChoiceFilter];

/** Returns the label of a value in a filter of the product list, such as `Reds`. */
export const formatFilterValueLabel = (filter: ChoiceFilter, value: string, { t }: Texts): string =>
  t(`catalogue.list.${filter}.${value}` as ChoiceTextKey);

/** Formats a bottle size as `75 cl`, `37,5 cl` or `1,5 l`. Sizes of a litre and above are in litres. */
export const formatVolume = (centilitres: number, { t, number }: Texts): string =>
  centilitres < 100
    ? t('catalogue.format.cl', { volume: number(centilitres) })
    : t('catalogue.format.litre', { volume: number(centilitres / 100) });

/** Returns the name of a half bottle, a bottle or a magnum of wine; empty for other sizes. */
export function getBottleFormatName(centilitres: number, { t }: Texts): string {
  if (centilitres === 37.5) return t('catalogue.format.half');
  if (centilitres === 75) return t('catalogue.format.bottle');
  return centilitres === 150 ? t('catalogue.format.magnum') : '';
}

/** Formats a price range as `De 10 € à 20 €`, `Jusqu’à 10 €` or `À partir de 50 €`. */
export function formatPriceRangeLabel(
  { from, to }: { from: number | null; to: number | null },
  { t, number }: Texts,
): string {
  const euros = (amount: number) =>
    number(amount, { style: 'currency', currency: 'EUR', maximumFractionDigits: Number.isInteger(amount) ? 0 : 2 });
  if (from === null) return to === null ? '' : t('catalogue.list.price-to', { to: euros(to) });
  if (to === null) return t('catalogue.list.price-from', { from: euros(from) });
  return t('catalogue.list.price-between', { from: euros(from), to: euros(to) });
}

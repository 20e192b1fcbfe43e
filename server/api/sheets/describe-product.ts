import { toCentilitres } from '#shared/catalogue/capacity.ts';
import type { ProductDetail, Variant } from '#shared/catalogue/catalogue-contract.ts';
import type { SheetTexts } from './sheet-texts.ts';
import type { LabelledSection, LabelledText, TechnicalSheet } from './technical-sheet.ts';

/** An award as one line of text. `vintage` is null if the award concerns all vintages. */
export interface SheetAwardLine {
  text: string;
  vintage: number | null;
}

type ProductContent = Pick<
  TechnicalSheet,
  'name' | 'vintage' | 'origin' | 'summary' | 'figures' | 'sections' | 'healthWarning'
>;

/** Describes one variant of a product for its technical sheet. Figures and entries without text are left out. */
export function describeProduct(
  product: ProductDetail,
  variant: Variant,
  awards: readonly SheetAwardLine[],
  texts: SheetTexts,
): ProductContent {
  const vintage = variant.year === null ? '' : String(variant.year);
  const kindName = texts.catalogue(`kind.${product.kind}`);
  const repeatsKind = product.appellation.startsWith(kindName);
  return {
    name: product.name,
    vintage: product.name.includes(vintage) ? '' : vintage,
    origin: [repeatsKind ? '' : kindName, product.appellation].filter(Boolean).join(' · '),
    summary: product.summary,
    figures: withText(describeFigures(product, variant, texts)),
    sections: describeSections(product, variant, awards, texts),
    healthWarning: product.isAlcohol ? texts.catalogue('notice.health') : '',
  };
}

const withText = (entries: readonly LabelledText[]): LabelledText[] => entries.filter(({ text }) => text !== '');

function describeFigures(product: ProductDetail, variant: Variant, texts: SheetTexts): LabelledText[] {
  const centilitres = toCentilitres(variant);
  const volume = centilitres === 0 ? '' : formatVolume(centilitres, texts);
  const alcohol =
    product.alcohol === null ? '' : texts.product('alcohol-value', { alcohol: texts.number(product.alcohol) });
  return [
    { label: texts.product('alcohol'), text: alcohol },
    { label: texts.sheet('volume'), text: volume },
    { label: texts.sheet('allergens'), text: product.allergens },
    { label: texts.product('reference'), text: variant.reference || (product.reference ?? '') },
  ];
}

const formatVolume = (centilitres: number, { catalogue, number }: SheetTexts): string =>
  centilitres < 100
    ? catalogue('format.cl', { volume: number(centilitres) })
    : catalogue('format.litre', { volume: number(centilitres / 100) });

function describeSections(
  { tasting, facts, mealIcons }: ProductDetail,
  { year }: Variant,
  awards: readonly SheetAwardLine[],
  texts: SheetTexts,
): LabelledSection[] {
  const section = (heading: string, entries: readonly LabelledText[]) => ({ heading, entries: withText(entries) });
  const unlabelled = (text: string) => ({ label: '', text });
  const ownAwards = awards.filter(({ vintage }) => vintage === null || vintage === year);
  return [
    section(texts.product('tasting'), [
      { label: texts.product('tasting.eye'), text: tasting.eye },
      { label: texts.product('tasting.nose'), text: tasting.nose },
      { label: texts.product('tasting.mouth'), text: tasting.mouth },
    ]),
    section(texts.product('facts'), facts),
    section(texts.product('pairings'), [unlabelled(mealIcons.map(({ label }) => label).join(' · '))]),
    section(
      texts.product('awards'),
      ownAwards.map(({ text }) => unlabelled(text)),
    ),
  ].filter(({ entries }) => entries.length > 0);
}

import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { searchText } from '#shared/search-text.ts';

interface SearchedProduct {
  kind: ProductKind;
  name: Localized;
  appellation: Localized;
  summary: Localized;
  facts: readonly { text: Localized }[];
}

export const createProductSearchText = (
  { kind, name, appellation, summary, facts }: SearchedProduct,
  tagLabels: readonly Localized[],
): string =>
  searchText([name, appellation, summary, kindSynonyms[kind], ...tagLabels, ...facts.map(({ text }) => text)]);

/** Words that customers type when they look for a kind, in both languages. */
const kindSynonyms: Record<ProductKind, string> = {
  white: 'vin blanc white wine',
  rose: 'vin rosé rose wine',
  red: 'vin rouge red wine',
  sparkling: 'bulles mousseux effervescent sparkling',
  pineau: 'pineau des Charentes',
  cognac: 'cognac eau-de-vie brandy',
  juice: 'jus de raisin grape juice',
  box: 'coffret caisse box case gift cadeau',
};

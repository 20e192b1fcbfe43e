import { readTexts } from '#server/texts/read-texts.ts';
import { type ProductKind, productKinds } from '#shared/catalogue/product-enums.ts';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { searchText } from '#shared/search-text.ts';

/** Words that customers type when they look for a kind of product. */
const synonyms = readTexts<ProductKind, string>('search-words', productKinds);

const kindSynonyms = (kind: ProductKind): string[] => languages.map((lang) => synonyms[lang][kind]);

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
  searchText([name, appellation, summary, ...kindSynonyms(kind), ...tagLabels, ...facts.map(({ text }) => text)]);

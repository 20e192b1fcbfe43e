import { readTextsByLanguage } from '#server/texts/read-texts.ts';
import { buildSearchText } from '#shared/build-search-text.ts';
import { type ProductKind, productKinds } from '#shared/catalogue/product-enums.ts';
import { languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

/** Additional search words for each kind of product, such as the words that customers type for it. */
const synonyms = readTextsByLanguage<ProductKind, string>('search-words', productKinds);

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
  buildSearchText([name, appellation, summary, ...kindSynonyms(kind), ...tagLabels, ...facts.map(({ text }) => text)]);

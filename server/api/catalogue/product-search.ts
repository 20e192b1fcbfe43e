import { asc, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { readSiteVersion } from '#server/api/changes/held-reads.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { createSingleFlight } from '#server/http/limiter.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { type ProductKind, productKinds } from '#shared/catalogue/product-enums.ts';
import { computeDiscountedUnitPrice, selectVariantOrProductDiscount } from '#shared/catalogue/unit-price.ts';
import { type Lang, languages } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import {
  awards,
  isVisibleProductSql,
  mealIcons,
  productMealIconLinks,
  products,
  productTagLinks,
  variants,
} from './catalogue-tables.ts';
import {
  listFormatWords,
  listPhrases,
  listSearchWords,
  parseSearchQuery,
  type SearchQuery,
  type SearchTerm,
} from './search-query.ts';

/** A product as the search reads it. Its texts in all languages are indexed, each field with its weight. */
interface SearchedProduct {
  id: number;
  kind: ProductKind;
  /** Prices in euros of the variants with their vintages; null without a vintage. */
  variants: readonly { price: number; year: number | null }[];
  texts: Readonly<Record<SearchField, string>>;
}

/**
 * The weights of the places in which a word is found: the name before the grape, the grape before the dish, the dish
 * before the text.
 */
const weights = {
  name: 12,
  reference: 12,
  kind: 8,
  grapes: 6,
  format: 6,
  appellation: 5,
  tags: 4,
  dishes: 4,
  awards: 4,
  pairings: 2.5,
  facts: 1.5,
  text: 1,
} as const;
type SearchField = keyof typeof weights;
const searchFields = Object.keys(weights) as SearchField[];

/** Wine comes before what is no wine, and single bottles before boxes. */
const kindWeights: Partial<Record<ProductKind, number>> = { juice: 0.1, box: 0.6, voucher: 0.5 };

/** A product without its texts, which only the index needs. */
type RankedProduct = Omit<SearchedProduct, 'texts'>;

interface ProductIndex {
  products: ReadonlyMap<number, RankedProduct>;
  words: MiniSearch<SearchedProduct>;
  /** All indexed words, to correct what is misspelt. */
  known: ReadonlySet<string>;
}

/** The number of products that are indexed before other requests have a turn. */
const productsPerTurn = 50;

async function createProductIndex(list: readonly SearchedProduct[]): Promise<ProductIndex> {
  const known = new Set<string>();
  const words = new MiniSearch<SearchedProduct>({
    fields: searchFields,
    extractField: (product, field) => (field === 'id' ? product.id : product.texts[field as SearchField]),
    tokenize: (text) => {
      const found = listSearchWords(text);
      for (const word of found) known.add(word);
      return found;
    },
    processTerm: (word) => word,
    // The words of a query are split already.
    searchOptions: { tokenize: (word) => [word] },
  });
  await words.addAllAsync(list, { chunkSize: productsPerTurn });
  return { products: new Map(list.map(({ texts: _texts, ...product }) => [product.id, product])), words, known };
}

/** The fields that say what a wine is; the others describe it in sentences, which mention many things. */
const factualFields = searchFields.filter((field) => !['pairings', 'facts', 'text'].includes(field));

/** A synonym says more than the word that was entered: "champagne" is a sparkling wine, not a Cognac of Petite Champagne. */
const synonymWeight = 4;
const synonymWeights = Object.fromEntries(searchFields.map((field) => [field, synonymWeight * weights[field]]));

/**
 * Ranks the products that a query finds. Every word of the query must be found, with one typing error in words of five
 * letters and two in words of eight; if no product has all of them, those with the most come first.
 */
function rankProducts(index: ProductIndex, text: string, lang: Lang): number[] {
  const query = parseSearchQuery(text, lang);
  const isInRange = (product: RankedProduct) => matchesRange(product, query);
  if (query.terms.length === 0 && !query.isRestricted) return [];
  if (query.terms.length === 0) return sortByKind([...index.products.values()].filter(isInRange), query);
  const options: SearchOptions = {
    boost: weights,
    boostDocument: (id) => kindWeights[index.products.get(id)?.kind ?? 'red'] ?? 1,
    filter: ({ id }) => {
      const product = index.products.get(id);
      return product !== undefined && isInRange(product);
    },
  };
  const find = (combineWith: 'AND' | 'OR', fields: SearchField[]) =>
    index.words
      .search(
        {
          combineWith,
          queries: query.terms.map((term, at) => toTermQuery(index, term, at === query.terms.length - 1)),
        },
        { ...options, fields },
      )
      .map(({ id }) => id as number);
  const exact = [...find('AND', factualFields), ...find('AND', searchFields)];
  const found = [...new Set(exact.length > 0 ? exact : find('OR', searchFields))];
  if (!query.isCheapFirst) return found;
  return sortByKind(
    found.flatMap((id) => index.products.get(id) ?? []),
    query,
  );
}

const toTermQuery = (index: ProductIndex, [entered = [], synonym]: SearchTerm, isLast: boolean): Query => ({
  combineWith: 'OR',
  queries: [
    { combineWith: 'AND', queries: entered.map((word) => toWordQuery(index, word, isLast)) },
    ...(synonym ? [{ combineWith: 'AND' as const, queries: [...synonym], boost: synonymWeights }] : []),
  ],
});

/** The shortest words in which one and two errors are forgiven. */
const minLengthOfErrors = { one: 5, two: 8 };

function toWordQuery({ known }: ProductIndex, word: string, isLast: boolean): Query {
  if (known.has(word)) return word;
  const swapped = listTranspositions(word).filter((each) => known.has(each));
  if (swapped.length > 0) return { combineWith: 'OR', queries: swapped };
  const errors = word.length >= minLengthOfErrors.two ? 2 : word.length >= minLengthOfErrors.one ? 1 : 0;
  return { queries: [word], fuzzy: errors, prefix: isLast && word.length >= 2 };
}

/** Lists the words that two swapped letters make of a word, such as `merlot` of `mrelot`. */
function listTranspositions(word: string): string[] {
  if (word.length < minLengthOfErrors.one) return [];
  return [...word].slice(1).map((letter, index) => word.slice(0, index) + letter + word[index] + word.slice(index + 2));
}

const matchesRange = ({ variants: list }: RankedProduct, { price, years }: SearchQuery): boolean =>
  (price === null && years.length === 0) ||
  list.some(
    (variant) =>
      (price === null || (variant.price >= price.from && variant.price <= price.to)) &&
      (years.length === 0 || (variant.year !== null && years.includes(variant.year))),
  );

const lowestPrice = ({ variants: list }: RankedProduct): number => Math.min(...list.map(({ price }) => price));

/** Sorts products by kind, then by price if the query asks for low ones. Otherwise they keep the estate's order. */
const sortByKind = (list: readonly RankedProduct[], { isCheapFirst }: SearchQuery): number[] =>
  list
    .toSorted(
      (one, other) =>
        (kindWeights[other.kind] ?? 1) - (kindWeights[one.kind] ?? 1) ||
        (isCheapFirst ? lowestPrice(one) - lowestPrice(other) : 0),
    )
    .map(({ id }) => id);

const kindWords = readTextsByLanguage<ProductKind, string>('search-words', productKinds);
const grapeLabels = listPhrases('grapes');
const dishLabels = listPhrases('dishes');

const startsWith = (label: string, phrases: readonly (readonly string[])[]): boolean => {
  const words = listSearchWords(label);
  return phrases.some((phrase) => phrase.every((word, index) => words[index]?.startsWith(word)));
};

/** Returns the texts in all languages, because a visitor may know a wine by its name in another one. */
const textOf = (...texts: readonly (Localized | null)[]): string =>
  [...new Set(texts.flatMap((text) => (typeof text === 'string' ? text : Object.values(text ?? {}))))].join(' \n ');

const plain = (html: Localized): string => textOf(html).replace(/<[^<>]*>/g, ' ');

/** Maximum length of the descriptions of all products of a site, which share it, so that no site displaces the others. */
const maxTextCharacters = 1_000_000;

async function readSearchedProducts(tx: SiteTx): Promise<SearchedProduct[]> {
  const [rows, formats, tagRows, dishes, awardRows] = await Promise.all([
    productsOf(tx),
    formatsOf(tx),
    tagsOf(tx),
    dishesOf(tx),
    awardsOf(tx),
  ]);
  const formatsById = Map.groupBy(formats, ({ productId }) => productId);
  const tagsById = Map.groupBy(tagRows, ({ productId }) => productId);
  const dishesById = Map.groupBy(dishes, ({ productId }) => productId);
  const awardsById = Map.groupBy(awardRows, ({ productId }) => productId);
  return rows.map((row) => {
    const sold = formatsById.get(row.id) ?? [];
    const factsAbout = (phrases: readonly (readonly string[])[]) =>
      row.facts.filter(({ label }) => startsWith(textOf(label), phrases)).map(({ text }) => text);
    return {
      id: row.id,
      kind: row.kind,
      variants: sold.map(({ price, discount, year }) => ({
        price: centsToEuros(computeDiscountedUnitPrice(price, selectVariantOrProductDiscount(discount, row.discount))),
        year,
      })),
      texts: {
        name: textOf(row.name),
        reference: textOf(row.reference, ...sold.map(({ reference }) => reference)),
        kind: textOf(...languages.map((lang) => kindWords[lang][row.kind])),
        grapes: textOf(...factsAbout(grapeLabels)),
        format: sold.flatMap(({ millilitres }) => listFormatWords(millilitres)).join(' '),
        appellation: textOf(row.appellation),
        tags: textOf(...(tagsById.get(row.id) ?? []).map(({ label }) => label)),
        dishes: textOf(...(dishesById.get(row.id) ?? []).map(({ label }) => label)),
        pairings: textOf(...factsAbout(dishLabels)),
        awards: textOf(...(awardsById.get(row.id) ?? []).flatMap(({ name, distinction }) => [name, distinction])),
        facts: textOf(...row.facts.map(({ text }) => text)),
        text: [textOf(row.summary, row.tasting.eye, row.tasting.nose, row.tasting.mouth), plain(row.html)]
          .join(' ')
          .slice(0, maxTextCharacters / rows.length),
      },
    };
  });
}

const productsOf = preparedRead((db) =>
  db
    .select({
      id: products.id,
      kind: products.kind,
      name: products.name,
      reference: products.reference,
      appellation: products.appellation,
      summary: products.summary,
      html: products.html,
      tasting: products.tasting,
      facts: products.facts,
      discount: products.discount,
    })
    .from(products)
    .where(isVisibleProductSql)
    .orderBy(asc(products.position), asc(products.id)),
);
const formatsOf = preparedRead((db) =>
  db
    .select({
      productId: variants.productId,
      reference: variants.reference,
      price: variants.price,
      discount: variants.discount,
      year: variants.year,
      millilitres: variants.millilitres,
    })
    .from(variants)
    .where(eq(variants.isArchived, false)),
);
const tagsOf = preparedRead((db) =>
  db
    .select({ productId: productTagLinks.productId, label: tags.label })
    .from(productTagLinks)
    .innerJoin(tags, eq(tags.slug, productTagLinks.tag)),
);
const dishesOf = preparedRead((db) =>
  db
    .select({ productId: productMealIconLinks.productId, label: mealIcons.label })
    .from(productMealIconLinks)
    .innerJoin(mealIcons, eq(mealIcons.id, productMealIconLinks.mealIconId)),
);
const awardsOf = preparedRead((db) =>
  db.select({ productId: awards.productId, name: awards.name, distinction: awards.distinction }).from(awards),
);

/** Maximum size of all indexes that a process keeps, in bytes, estimated from their texts. */
const maxIndexBytes = 64 * 1_024 * 1_024;
/** Measured: four bytes for each character of a thousand products, seven of thirty. */
const bytesPerCharacter = 8;

interface KeptIndex {
  version: string;
  index: ProductIndex;
  bytes: number;
}
const indexes = new LRUCache<number, KeptIndex>({ maxSize: maxIndexBytes, sizeCalculation: ({ bytes }) => bytes });
const buildOnce = createSingleFlight<KeptIndex>();

/** Ranks the products of a site that a query finds. The index is that of the site's present version. */
export async function searchProducts(tx: SiteTx, query: string, lang: Lang): Promise<number[]> {
  const version = await readSiteVersion(tx);
  const known = indexes.get(tx.siteId);
  if (known?.version === version) return rankProducts(known.index, query, lang);
  const built = await buildOnce(`${tx.siteId} ${version}`, () => buildIndex(tx, version));
  indexes.set(tx.siteId, built);
  return rankProducts(built.index, query, lang);
}

async function buildIndex(tx: SiteTx, version: string): Promise<KeptIndex> {
  const list = await readSearchedProducts(tx);
  const characters = list.reduce((sum, { texts }) => sum + Object.values(texts).join('').length, 0);
  // An index larger than all may be would not be kept, and each search would build it again.
  const bytes = Math.min(maxIndexBytes, 10_000 + characters * bytesPerCharacter);
  return { version, index: await createProductIndex(list), bytes };
}

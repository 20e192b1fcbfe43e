import { readTextsByLanguage } from '#server/read-texts.ts';
import { foldText } from '#shared/fold-text.ts';
import { type Lang, languages } from '#shared/languages.ts';

/** Longer queries are cut, so that none costs more than others. */
const maxQueryLength = 200;
const maxQueryWords = 6;

/** The limits of a price in euros; both ends belong to the range. */
interface SearchRange {
  from: number;
  to: number;
}

/** The words of a phrase, and those of its synonym, if it has one. */
export type SearchTerm = readonly [entered: readonly string[], synonym?: readonly string[]];

export interface SearchQuery {
  /** A wine must have the words of each term, or those of its synonym. */
  terms: SearchTerm[];
  price: SearchRange | null;
  /** Each vintage that the query names. */
  years: number[];
  /** True for "pas cher": the lowest prices come first. */
  isCheapFirst: boolean;
  /** False for a query that names neither price nor vintage. */
  isRestricted: boolean;
}

/**
 * Splits a text into folded words in the singular: accents, case, hyphens and apostrophes make no difference, and
 * `V.S.O.P.` is one word.
 */
export function listSearchWords(text: string): string[] {
  const joined = foldText(text).replace(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:\.|$|[^\p{L}]))/gu, '');
  return (joined.match(/\d+[.,]\d+|[\p{L}\p{N}]+|€/gu) ?? []).map(toSingular);
}

const toSingular = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^s])[sx]$/, '') : word);

const isNumber = (word: string | undefined): word is string => word !== undefined && /^\d+(?:[.,]\d+)?$/.test(word);
const toNumber = (word: string): number => Number(word.replace(',', '.'));

/** The words of a language that mean something to the search. A phrase is one or several words. */
interface SearchVocabulary {
  ignored: readonly string[];
  currency: readonly string[];
  less: readonly string[];
  more: readonly string[];
  between: readonly string[];
  and: readonly string[];
  cheap: readonly string[];
  /** The beginnings of the labels of facts about grapes and about dishes. */
  grapes: readonly string[];
  dishes: readonly string[];
  /** Words for sizes of bottles, by millilitres. */
  formats: Readonly<Record<string, string>>;
  /** The word of the catalogue for a phrase that customers type. */
  synonyms: Readonly<Record<string, string>>;
}
type PhraseKind = Exclude<keyof SearchVocabulary, 'formats' | 'synonyms'>;

const vocabularies = readTextsByLanguage<keyof SearchVocabulary, unknown>('search-vocabulary', [
  'ignored',
  'currency',
  'less',
  'more',
  'between',
  'and',
  'cheap',
  'grapes',
  'dishes',
  'formats',
  'synonyms',
]) as Record<Lang, SearchVocabulary>;

/** The phrases of all languages, because visitors type words of another language than that of the page, too. */
export const listPhrases = (kind: PhraseKind): readonly (readonly string[])[] =>
  languages
    .flatMap((lang) => vocabularies[lang][kind].map(listSearchWords))
    .sort((one, other) => other.length - one.length);

/** Returns the words for a size of bottle, in all languages. */
export const listFormatWords = (millilitres: number): string[] =>
  languages.flatMap((lang) => vocabularies[lang].formats[millilitres] ?? []);

const ignoredWords: ReadonlySet<string> = new Set(listPhrases('ignored').flat());
const currencyWords: ReadonlySet<string> = new Set(listPhrases('currency').flat());
const andWords: ReadonlySet<string> = new Set(listPhrases('and').flat());
const lessPhrases = listPhrases('less');
const morePhrases = listPhrases('more');
const betweenPhrases = listPhrases('between');
const cheapPhrases = listPhrases('cheap');

const listMeaningfulWords = (text: string): string[] => listSearchWords(text).filter((word) => !ignoredWords.has(word));

const synonymsByLang = new Map(
  languages.map((lang) => [
    lang,
    Object.entries(vocabularies[lang].synonyms)
      .map(([phrase, meaning]) => ({ phrase: listMeaningfulWords(phrase), meaning: listMeaningfulWords(meaning) }))
      .filter(({ phrase }) => phrase.length > 0)
      .sort((one, other) => other.phrase.length - one.phrase.length),
  ]),
);

/** Reads what a customer types: words, vintages ("2022") and prices ("moins de 10 €", "entre 10 et 20"). */
export function parseSearchQuery(text: string, lang: Lang): SearchQuery {
  const query: SearchQuery = { terms: [], price: null, years: [], isCheapFirst: false, isRestricted: false };
  const words: string[] = [];
  let rest = listSearchWords(text.slice(0, maxQueryLength)).slice(0, 2 * maxQueryWords);
  while (rest.length > 0) rest = rest.slice(readPart(query, words, rest));
  query.isRestricted = query.price !== null || query.years.length > 0 || query.isCheapFirst;
  const meaningful = words.filter((word) => !ignoredWords.has(word));
  // A query of nothing but ignored words, such as "la", still looks for them.
  const searched = meaningful.length > 0 || query.isRestricted ? meaningful : words;
  query.terms = toTerms(searched.slice(0, maxQueryWords), lang);
  return query;
}

function toTerms(words: readonly string[], lang: Lang): SearchTerm[] {
  const synonyms = synonymsByLang.get(lang) ?? [];
  const terms: SearchTerm[] = [];
  for (let start = 0; start < words.length; ) {
    const rest = words.slice(start);
    const found = synonyms.find(({ phrase }) => phrase.every((word, index) => rest[index] === word));
    const length = found?.phrase.length ?? 1;
    terms.push(found ? [rest.slice(0, length), found.meaning] : [rest.slice(0, 1)]);
    start += length;
  }
  return terms;
}

/** Reads the next part of a query into `query` or `plain`, its other words, and returns the number of words read. */
function readPart(query: SearchQuery, plain: string[], words: readonly string[]): number {
  const cheap = matchPhrase(words, cheapPhrases);
  if (cheap > 0) {
    query.isCheapFirst = true;
    return cheap;
  }
  const priced = readPriceRange(words);
  if (priced) {
    query.price = priced.range;
    return priced.length;
  }
  const [first = ''] = words;
  if (/^(?:19|20)\d\d$/.test(first)) query.years.push(Number(first));
  else if (!currencyWords.has(first) || query.price === null) plain.push(first);
  return 1;
}

function readPriceRange(words: readonly string[]): { range: SearchRange; length: number } | null {
  const lengthWithCurrency = (length: number) => length + (currencyWords.has(words[length] ?? '') ? 1 : 0);
  const between = matchPhrase(words, betweenPhrases);
  const [low, conjunction, high] = words.slice(between);
  if (between > 0 && isNumber(low) && isNumber(high) && andWords.has(conjunction ?? ''))
    return { range: { from: toNumber(low), to: toNumber(high) }, length: lengthWithCurrency(between + 3) };
  const less = matchPhrase(words, lessPhrases);
  const limit = words[less];
  if (less > 0 && isNumber(limit))
    return { range: { from: 0, to: toNumber(limit) }, length: lengthWithCurrency(less + 1) };
  const more = matchPhrase(words, morePhrases);
  const lowest = words[more];
  if (more > 0 && isNumber(lowest))
    return { range: { from: toNumber(lowest), to: Number.MAX_SAFE_INTEGER }, length: lengthWithCurrency(more + 1) };
  const [amount] = words;
  if (isNumber(amount) && currencyWords.has(words[1] ?? ''))
    return { range: { from: 0, to: toNumber(amount) }, length: 2 };
  return null;
}

/** Returns the number of words of the phrase with which `words` begin; 0 for none. */
const matchPhrase = (words: readonly string[], phrases: readonly (readonly string[])[]): number =>
  phrases.find((phrase) => phrase.every((word, index) => words[index] === word))?.length ?? 0;

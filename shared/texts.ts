import { interpolate } from './interpolate.ts';
import type { Lang } from './languages.ts';
import { getLocale } from './languages.ts';
import type accounts from './texts/en/accounts.json';
import type cart from './texts/en/cart.json';
import type catalogue from './texts/en/catalogue.json';
import type checkout from './texts/en/checkout.json';
import type consent from './texts/en/consent.json';
import type content from './texts/en/content.json';
import type elements from './texts/en/elements.json';
import type forms from './texts/en/forms.json';
import type invitation from './texts/en/invitation.json';
import type orders from './texts/en/orders.json';
import type places from './texts/en/places.json';
import type popups from './texts/en/popups.json';
import type product from './texts/en/product.json';
import type reviewPages from './texts/en/review-pages.json';
import type reviews from './texts/en/reviews.json';
import type search from './texts/en/search.json';
import type services from './texts/en/services.json';
import type site from './texts/en/site.json';
import type withdrawals from './texts/en/withdrawals.json';

/**
 * A text of the interface: a string with `{name}` placeholders, or one string for each plural category of the language,
 * chosen by the value `count`.
 */
export type TextTemplate = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** The texts of the storefront by domain. Each domain has one flat file for each language in `texts/`. */
interface Domains {
  site: typeof site;
  content: typeof content;
  places: typeof places;
  catalogue: typeof catalogue;
  accounts: typeof accounts;
  cart: typeof cart;
  checkout: typeof checkout;
  consent: typeof consent;
  forms: typeof forms;
  orders: typeof orders;
  withdrawals: typeof withdrawals;
  popups: typeof popups;
  product: typeof product;
  reviews: typeof reviews;
  'review-pages': typeof reviewPages;
  search: typeof search;
  invitation: typeof invitation;
  elements: typeof elements;
  services: typeof services;
}

type TextsOf<D extends keyof Domains> = Record<keyof Domains[D], TextTemplate>;

/**
 * Text domains that are loaded only by the pages that need them. The file `every-page.ts` of each language contains all
 * other domains.
 */
export type LazyTextDomain = Exclude<keyof Domains, 'catalogue' | 'places' | 'site'>;
export type LazyTexts = { [D in LazyTextDomain]: TextsOf<D> };

/** The texts of one language. The texts of lazily loaded domains are added when a page needs them. */
export type Dictionary = { [D in Exclude<keyof Domains, LazyTextDomain>]: TextsOf<D> } & Partial<LazyTexts>;

/** The key of a text: domain, dot, key in the domain's file, such as `catalogue.found`. */
export type TextKey = { [D in keyof Domains]: `${D}.${keyof Domains[D] & string}` }[keyof Domains];

export type PlaceholderValues = Readonly<Record<string, string | number>>;

export interface Texts<Key extends string = TextKey> {
  lang: Lang;
  /** Returns the text of a key with its placeholders replaced. Numbers are formatted for the language. */
  t: (key: Key, values?: PlaceholderValues) => string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** Formats an amount in decimal euros as a price. */
  euros(amount: number): string;
  /**
   * Formats an ISO 8601 date in the site's time zone; by default with day, month name and year. A day without a time,
   * such as `2026-06-30`, belongs to no time zone and is formatted as it is.
   */
  date(iso: string, options?: Intl.DateTimeFormatOptions): string;
}

/** The texts of a page, to which those of lazily loaded domains can be added. */
export interface TextsWithLazyDomains extends Texts {
  addDomain<D extends LazyTextDomain>(domain: D, texts: LazyTexts[D]): void;
}

const longDate: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const defaultNumber: Intl.NumberFormatOptions = {};
const inEuros: Intl.NumberFormatOptions = { style: 'currency', currency: 'EUR' };

/**
 * Caches number and date formatters by their options, because creating one takes far longer than using it. Options that
 * are a constant are found by identity, all other options by their content.
 */
function memoizeFormatter<Options extends object, Formatter>(create: (options: Options) => Formatter) {
  const byContent = new Map<string, Formatter>();
  const byIdentity = new WeakMap<Options, Formatter>();
  return (options: Options): Formatter => {
    const known = byIdentity.get(options);
    if (known) return known;
    const key = JSON.stringify(options);
    const formatter = byContent.get(key) ?? create(options);
    byContent.set(key, formatter);
    byIdentity.set(options, formatter);
    return formatter;
  };
}

type Formatter<Options extends object, Format> = (options: Options) => Format;

interface LocaleFormatters {
  plurals: Intl.PluralRules;
  numbers: Formatter<Intl.NumberFormatOptions, Intl.NumberFormat>;
}
const formattersByLocale = new Map<string, LocaleFormatters>();

/** Returns the formatters of a locale, which the texts of all sites share. */
function getLocaleFormatters(locale: string): LocaleFormatters {
  const known = formattersByLocale.get(locale);
  if (known) return known;
  const numbers = memoizeFormatter((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const formatters = { plurals: new Intl.PluralRules(locale), numbers };
  formattersByLocale.set(locale, formatters);
  return formatters;
}

type DateFormatter = Formatter<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>;
const dateFormatters = new Map<string, DateFormatter>();
/** Maximum number of pairs of locale and time zone whose formatters are kept. */
const maxDateFormatters = 100;

function getDateFormatter(locale: string, timeZone: string): DateFormatter {
  const key = `${locale} ${timeZone}`;
  const known = dateFormatters.get(key);
  if (known) return known;
  if (dateFormatters.size >= maxDateFormatters) dateFormatters.clear();
  const formatter = memoizeFormatter(
    (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options }),
  );
  dateFormatters.set(key, formatter);
  return formatter;
}

const isDayWithoutTime = (iso: string): boolean => iso.length === 'YYYY-MM-DD'.length;

/** @param timeZone the site's time zone, in which dates are shown */
export function createTextsWithLazyDomains(lang: Lang, dictionary: Dictionary, timeZone: string): TextsWithLazyDomains {
  /**
   * Texts by key that have been looked up before. A page looks up the same keys many times, and splitting a key costs
   * more than this lookup.
   */
  const found = new Map<TextKey, TextTemplate>();
  const textOf = (key: TextKey): TextTemplate | undefined => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const dot = key.indexOf('.');
    const domain = dictionary[key.slice(0, dot) as keyof Dictionary] as Record<string, TextTemplate> | undefined;
    const text = domain?.[key.slice(dot + 1)];
    if (text !== undefined) found.set(key, text);
    return text;
  };
  return {
    ...createTexts(lang, textOf, timeZone),
    addDomain: (domain, texts) => {
      Object.assign(dictionary, { [domain]: texts });
    },
  };
}

/** Creates texts that `textOf` looks up, such as those of mails, which are not stored in a `Dictionary`. */
export function createTexts<Key extends string>(
  lang: Lang,
  textOf: (key: Key) => TextTemplate | undefined,
  timeZone: string,
): Texts<Key> {
  const locale = getLocale(lang);
  const { plurals, numbers } = getLocaleFormatters(locale);
  const times = getDateFormatter(locale, timeZone);
  const days = getDateFormatter(locale, 'UTC');
  const number = (value: number, options = defaultNumber) => numbers(options).format(value);

  const t = (key: Key, values?: PlaceholderValues): string => {
    const text = textOf(key) ?? key;
    const sentence =
      typeof text === 'string' ? text : (text[plurals.select(Number(values?.count))] ?? text.other ?? key);
    return values ? interpolate(sentence, values, number) : sentence;
  };

  return {
    lang,
    t,
    number,
    euros: (amount) => number(amount, inEuros),
    date: (iso, options = longDate) => (isDayWithoutTime(iso) ? days : times)(options).format(new Date(iso)),
  };
}

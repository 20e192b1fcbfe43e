export interface LanguageRecord {
  /** The language's id in responses of `GET /language`. */
  id: number;
  /** The language's name in the language itself, such as `Français`. */
  label: string;
  /** The language's BCP 47 tag for `<html lang>`, `hreflang` and `Intl`, whose plural, number and date rules apply. */
  locale: string;
  openGraphLocale: string;
  /** The language's label in local host names, such as `fr` in `fr.willow-hill.localhost`. */
  hostLabel: string;
  /** ISO 3166-1 alpha-2 code of the country whose conventions the language follows. */
  country: string;
  /** The language's code at DeepL, the translation service that the estates use. */
  deeplCode: string;
  formatClock: (hours: number, minutes: number) => string;
  /** The first day of the week in calendars, counted from Sunday = 0. */
  firstWeekday: 0 | 1 | 6;
  /** True if the language capitalises the names of weekdays within a sentence. */
  hasCapitalWeekdays: boolean;
  /** The words that mark the gaps in the texts of the starter site, such as `[adresse – à compléter]`. */
  gapMarker: string;
  /** A regular expression for the words with which legal texts name the consumer mediator. */
  mediatorPattern: string;
  /** The labels of a company's mentions, with the placeholders `{capital}`, `{vat}` and `{id}`. */
  companyMentions: { capital: string; vat: string; producer: string };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * The supported languages by code. The language of a page follows from the host, never from a cookie or
 * `Accept-Language`. docs/how-to/add-a-language.md describes how to add one.
 */
const languageRecords = {
  fr_FR: {
    id: 1,
    label: 'Français',
    locale: 'fr-FR',
    openGraphLocale: 'fr_FR',
    hostLabel: 'fr',
    country: 'FR',
    deeplCode: 'FR',
    formatClock: (hours, minutes) => `${hours}\u00a0h${minutes ? `\u00a0${twoDigits(minutes)}` : ''}`,
    firstWeekday: 1,
    hasCapitalWeekdays: false,
    gapMarker: 'à compléter',
    mediatorPattern: 'm[ée]diat(?:eur|rice|ion)',
    companyMentions: {
      capital: 'au capital de {capital}',
      vat: 'TVA {vat}',
      producer: 'identifiant unique REP emballages {id}',
    },
  },
  en: {
    id: 2,
    label: 'English',
    locale: 'en-GB',
    openGraphLocale: 'en_GB',
    hostLabel: 'en',
    country: 'GB',
    deeplCode: 'EN-GB',
    formatClock: (hours, minutes) =>
      `${hours % 12 || 12}${minutes ? `.${twoDigits(minutes)}` : ''}${hours < 12 ? 'am' : 'pm'}`,
    firstWeekday: 1,
    hasCapitalWeekdays: true,
    gapMarker: 'to be completed',
    mediatorPattern: 'mediat(?:or|ion)',
    companyMentions: {
      capital: 'share capital {capital}',
      vat: 'VAT {vat}',
      producer: 'packaging producer id (IDU) {id}',
    },
  },
} as const satisfies Record<string, LanguageRecord>;

export type Lang = keyof typeof languageRecords;

export const languages = Object.keys(languageRecords) as [Lang, ...Lang[]];

export const defaultLang: Lang = 'fr_FR';

export const getLanguageRecord = (lang: Lang): LanguageRecord => languageRecords[lang];

export const isLang = (text: string): text is Lang => Object.hasOwn(languageRecords, text);

/** Returns the ISO 639-1 code of a language, under which libraries keep their translations. */
export const getLanguageCode = (lang: Lang): string => new Intl.Locale(getLocale(lang)).language;

/** Returns the BCP 47 tag of a language. */
export const getLocale = (lang: Lang): string => languageRecords[lang].locale;

import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries/index.js';
import { getLanguageCode, getLocale, type Lang, languages } from '#shared/languages.ts';
import type { Country } from '#shared/places/places-contract.ts';

type Names = Record<string, string | string[]>;

const require = createRequire(import.meta.url);

/**
 * Reads the country names of a language.
 * @throws Error if the package has none, so that the process does not start without them.
 */
const readNames = (lang: Lang): Names =>
  (require(`i18n-iso-countries/langs/${getLanguageCode(lang)}.json`) as { countries: Names }).countries;

const names = Object.fromEntries(languages.map((lang) => [lang, readNames(lang)])) as Record<Lang, Names>;

/**
 * @param alphaTwo ISO 3166-1 alpha-2 code in upper case.
 * @returns Null if there is no such country.
 */
export function findCountryByCode(alphaTwo: string, lang: Lang): Country | null {
  const alphaThree = countries.alpha2ToAlpha3(alphaTwo);
  const numCode = countries.alpha2ToNumeric(alphaTwo);
  const name = names[lang][alphaTwo];
  if (!alphaThree || !numCode || !name) return null;
  return { id: Number(numCode), alphaTwo, alphaThree, numCode, name: Array.isArray(name) ? (name[0] ?? '') : name };
}

/**
 * Checks whether a text is an ISO 3166-1 code, in upper or lower case.
 * @param alphaTwo A text of two characters. A longer one would be accepted if it is an alpha-3 or numeric code.
 */
export const isCountryCode = (alphaTwo: string): boolean => countries.isValid(alphaTwo.toUpperCase());

const countriesByLang = new Map<Lang, Country[]>();

/** Returns all countries, sorted by name in the collation of the language. */
export function listCountries(lang: Lang): Country[] {
  const cached = countriesByLang.get(lang);
  if (cached) return cached;
  const { compare } = new Intl.Collator(getLocale(lang));
  const list = Object.keys(countries.getAlpha2Codes())
    .map((code) => findCountryByCode(code, lang))
    .filter((country) => country !== null)
    .sort((a, b) => compare(a.name, b.name));
  countriesByLang.set(lang, list);
  return list;
}

import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import { type Lang, localeOf } from '#shared/languages.ts';
import type { Country } from '#shared/places/places-contract.ts';

type Names = Record<string, string | string[]>;
const names: Record<Lang, Names> = { en: english.countries, fr_FR: french.countries };

/** ISO 3166-1 numeric code of France, the one country whose towns are known. */
export const franceId = 250;

/** A country by its ISO 3166-1 alpha-2 code in capitals, named in `lang`; null where there is none. */
export function countryOf(alphaTwo: string, lang: Lang): Country | null {
  const alphaThree = countries.alpha2ToAlpha3(alphaTwo);
  const numCode = countries.alpha2ToNumeric(alphaTwo);
  const name = names[lang][alphaTwo];
  if (!alphaThree || !numCode || !name) return null;
  return { id: Number(numCode), alphaTwo, alphaThree, numCode, name: Array.isArray(name) ? (name[0] ?? '') : name };
}

/** Whether an ISO 3166-1 alpha-2 code, in any case, is assigned. */
export const isCountry = (alphaTwo: string): boolean => countries.isValid(alphaTwo.toUpperCase());

const sorted = new Map<Lang, Country[]>();

/** Every country, in the order in which the language writes its names. */
export function allCountries(lang: Lang): Country[] {
  const known = sorted.get(lang);
  if (known) return known;
  const { compare } = new Intl.Collator(localeOf(lang));
  const list = Object.keys(countries.getAlpha2Codes())
    .map((code) => countryOf(code, lang))
    .filter((country) => country !== null)
    .sort((a, b) => compare(a.name, b.name));
  sorted.set(lang, list);
  return list;
}

import { allCountries } from './countries.ts';

/** What other domains may use of places. */
export { countryOf, isCountry } from './countries.ts';
export { readAddress } from './places-repository.ts';

/** The ISO 3166-1 alpha-2 code, in capitals, of a country that is named by its numeric id or by that code; null for none such. */
export function countryCode(country: number | string): string | null {
  const wanted = typeof country === 'string' ? country.toUpperCase() : country;
  return allCountries('en').find(({ id, alphaTwo }) => id === wanted || alphaTwo === wanted)?.alphaTwo ?? null;
}

import { listCountries } from './countries.ts';

/** The interface of the places domain for other domains. */
export { findCountryByCode, isCountryCode, listCountries } from './countries.ts';
export { readAddress } from './places-repository.ts';

/**
 * Normalises a reference to a country, its numeric id or alpha-2 code, to the ISO 3166-1 alpha-2 code in upper case.
 * @returns null if there is no such country.
 */
export function toCountryCode(country: number | string): string | null {
  const reference = typeof country === 'string' ? country.toUpperCase() : country;
  return listCountries('en').find(({ id, alphaTwo }) => id === reference || alphaTwo === reference)?.alphaTwo ?? null;
}

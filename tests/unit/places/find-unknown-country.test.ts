import { expect, it } from 'vitest';
import { isCountryCode } from '#server/api/places/places.ts';
import { findUnknownCountry } from '#shared/places/find-unknown-country.ts';

it.each([
  ['accepts a country in upper case', 'FR', []],
  ['accepts a country in lower case', 'fr', []],
  [
    'reports a country that does not exist',
    'ZZ',
    [{ refusal: 'unknown_reference', path: ['country'], kind: 'country', value: 'ZZ' }],
  ],
])('findUnknownCountry %s', (_, country, issues) => {
  expect(findUnknownCountry({ country }, isCountryCode)).toEqual(issues);
});

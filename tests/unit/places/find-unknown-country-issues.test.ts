import { expect, it } from 'vitest';
import { isCountryCode } from '#server/api/places/places.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';

it.each([
  ['accepts a country in upper case', 'FR', []],
  ['accepts a country in lower case', 'fr', []],
  [
    'reports a country that does not exist',
    'ZZ',
    [{ refusal: 'unknown_reference', path: ['country'], kind: 'country', value: 'ZZ' }],
  ],
])('findUnknownCountryIssues %s', (_, country, issues) => {
  expect(findUnknownCountryIssues({ country }, isCountryCode)).toEqual(issues);
});

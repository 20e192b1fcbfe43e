import { expect, test } from 'vitest';
import { isOutsideCustomsUnion } from '#shared/shipping/customs-union.ts';

test.each([
  ['GB', 'SW1A 1AA', true],
  ['CH', '1200', true],
  ['US', '10001', true],
  ['AD', 'AD500', true],
  ['NO', '0150', true],
  ['ch', '1200', true],
  ['NC', '98800', true],
  ['FR', '98713', true],
  ['FR', '97500', true],
  ['FR', '97133', true],
  ['FR', '97400', false],
  ['FR', '20000', false],
  ['FR', '', false],
  ['BE', '1000', false],
  ['MC', '98000', false],
  ['RE', '97400', false],
  ['SM', '47890', false],
  ['', '', false],
])('isOutsideCustomsUnion(%s, %s) returns %s', (country, postalCode, expected) => {
  expect(isOutsideCustomsUnion(country, postalCode)).toBe(expected);
});

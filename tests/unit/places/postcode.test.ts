import { describe, expect, it } from 'vitest';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';

describe('isPostcodeOfCountry', () => {
  it.each([
    ['FR', '16 100'],
    ['FR', 'F-20000'],
    ['RE', '97400'],
    ['BE', '1000'],
    ['BE', 'B-1000'],
    ['LU', 'L-1234'],
    ['CH', 'CH 1200'],
    ['DE', '１０１１５'],
    ['NL', '1012 ab'],
    ['GB', 'sw1a 1aa'],
    ['GB', 'M1 1AE'],
    ['IE', 'D02 AF30'],
    ['IE', 'D6W XY00'],
    ['PT', '1000–001'],
    ['PL', '00-950'],
    ['SE', 'SE-113 59'],
    ['LV', 'LV-1050'],
    ['LT', 'LT-01100'],
    ['AD', 'AD500'],
    ['MT', 'VLT 1117'],
    ['CA', 'K1A 0B1'],
    ['US', '94103-1234'],
    ['JP', '100-0001'],
    ['VN', '11025'],
    ['VN', '100000'],
    ['HK', '-'],
    ['AE', 'none'],
  ])('accepts a postcode of %s: %s', (country, postcode) => expect(isPostcodeOfCountry(postcode, country)).toBe(true));

  it.each([
    ['FR', '1610'],
    ['FR', 'Cognac'],
    ['BE', '10000'],
    ['CH', '12'],
    ['DE', '1011'],
    ['NL', '1012'],
    ['GB', 'SW1A'],
    ['GB', '12345'],
    ['IE', 'Dublin 2'],
    ['PT', '1000'],
    ['US', '9410'],
    ['JP', '100'],
    ['HK', ' '],
  ])('refuses in %s: %s', (country, postcode) => expect(isPostcodeOfCountry(postcode, country)).toBe(false));
});

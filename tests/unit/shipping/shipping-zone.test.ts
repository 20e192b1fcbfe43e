import { describe, expect, test } from 'vitest';
import { determineShippingZone, isTaxedOnArrival, undeterminedZone } from '#shared/shipping/shipping-zone.ts';

describe('determineShippingZone', () => {
  test.each([
    ['FR', '75001', 'FR-MAINLAND'],
    ['fr', '16100', 'FR-MAINLAND'],
    ['FR', '02000', 'FR-MAINLAND'],
    ['FR', '95970', 'FR-MAINLAND'],
    ['FR', '20000', 'FR-CORSICA'],
    ['FR', '20600', 'FR-CORSICA'],
    ['FR', ' 20 090 ', 'FR-CORSICA'],
    ['FR', 'F-20137', 'FR-CORSICA'],
    ['FR', '２０１３７', 'FR-CORSICA'],
    ['FR', '97400', 'FR-OVERSEAS'],
    ['FR', '97500', 'FR-OVERSEAS'],
    ['FR', '98713', 'FR-OVERSEAS'],
    ['FR', '98800', 'FR-OVERSEAS'],
    ['RE', '97400', 'FR-OVERSEAS'],
    ['gp', '97110', 'FR-OVERSEAS'],
    ['NC', '', 'FR-OVERSEAS'],
    ['FR', '98000', 'FR-MAINLAND'],
    ['MC', '98000', 'FR-MAINLAND'],
    ['ES', '35001', 'IC'],
    ['es', '38 003', 'IC'],
    ['ES', '51001', 'EA'],
    ['FI', '22100', 'AX'],
    ['DE', '27498', undeterminedZone],
    ['DE', '78266', undeterminedZone],
    ['IT', '23041', undeterminedZone],
    ['IT', '00118', 'IT'],
    ['BE', '1000', 'BE'],
    ['be', '2000', 'BE'],
    ['DE', '20095', 'DE'],
    ['GB', 'EC1A 1BB', 'GB'],
    ['ES', '20001', 'ES'],
  ])('returns for %s %s the zone %s', (country, postcode, zone) =>
    expect(determineShippingZone(country, postcode)).toBe(zone),
  );

  // An invalid French postcode must not count as mainland merely because it lacks 20, the prefix of Corsica.
  test.each(['', '-', 'FR', '2B', '2A004', '7500', '020137', '33 20137', '75001 / 20137', '٢٠١٣٧'])(
    'returns no zone for the French postcode "%s"',
    (postcode) => expect(determineShippingZone('FR', postcode)).toBe(undeterminedZone),
  );
});

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
  ['FR', '97400', true],
  ['ES', '35001', true],
  ['ES', '28001', false],
  ['AX', '22100', true],
  ['DE', '27498', true],
  ['FR', '980', false],
  ['FR', '20000', false],
  ['FR', '', false],
  ['BE', '1000', false],
  ['MC', '98000', false],
  ['RE', '97400', true],
  ['SM', '47890', false],
  ['', '', false],
])('isTaxedOnArrival(%s, %s) returns %s', (country, postalCode, expected) => {
  expect(isTaxedOnArrival(country, postalCode)).toBe(expected);
});

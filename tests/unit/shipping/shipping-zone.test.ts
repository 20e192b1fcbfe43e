import { describe, expect, test } from 'vitest';
import { determineShippingZone, undeterminedFrenchZone } from '#shared/shipping/shipping-zone.ts';

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
    ['FR', '98000', 'MC'],
    ['MC', '98000', 'MC'],
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
    (postcode) => expect(determineShippingZone('FR', postcode)).toBe(undeterminedFrenchZone),
  );
});

import { describe, expect, it } from 'vitest';
import { findReferenceIssuesOfCarrier } from '#shared/shipping/carrier-input.ts';

type Carrier = Parameters<typeof findReferenceIssuesOfCarrier>[0];

const carrier: Carrier = {
  deliveryType: 'PICKUP',
  serviceCode: 'RELAY',
  rates: [{ zones: ['FR-MAINLAND', 'WORLD'] }, { zones: ['BE'] }],
};
const known = {
  isCountryCode: (code: string) => code === 'BE',
  hasPickupPointService: (serviceCode: string) => serviceCode === 'SERVICE',
  hasPickupPoints: false,
};
const missingPoints = { refusal: 'pickup_points_missing', path: ['deliveryType'] };
const unknownCountry = { refusal: 'unknown_reference', path: ['rates', 0, 'zones'], kind: 'country', value: 'ZZ' };

describe('findReferenceIssuesOfCarrier', () => {
  it.each<[string, Partial<Carrier>, Partial<typeof known>, object[]]>([
    ['reports a carrier to pickup points of which there are none', {}, {}, [missingPoints]],
    ['accepts pickup points of the own list', {}, { hasPickupPoints: true }, []],
    ['accepts pickup points of a service', { serviceCode: 'SERVICE' }, {}, []],
    ['accepts a carrier that delivers to the door', { deliveryType: 'DELIVERY' }, {}, []],
    [
      'reports an unknown country',
      { deliveryType: 'DELIVERY', rates: [{ zones: ['BE', 'ZZ'] }] },
      {},
      [unknownCountry],
    ],
  ])('%s', (_, changes, knownChanges, issues) => {
    expect(findReferenceIssuesOfCarrier({ ...carrier, ...changes }, { ...known, ...knownChanges })).toEqual(issues);
  });
});

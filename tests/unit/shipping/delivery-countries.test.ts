import { describe, expect, test } from 'vitest';
import { isAdult } from '#shared/accounts/adult.ts';
import { CarrierInput } from '#shared/shipping/carrier-input.ts';
import { getLegalAge, isBannedCountry } from '#shared/shipping/delivery-countries.ts';
import { findShippingRate } from '#shared/shipping/shipping.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';

const brackets = [{ upTo: null, price: 4_000 }];
const worldwide = { rates: [{ zones: ['WORLD'], brackets }] };
const named = (zone: string) => ({ rates: [{ zones: [zone], brackets }] });

describe('a worldwide rate', () => {
  test.each(['BE', 'DE', 'IE', 'SM', 'FR-MAINLAND'])('serves %s, which is in the excise territory', (zone) =>
    expect(findShippingRate(worldwide, zone, true)).toMatchObject({ brackets }),
  );
  test.each(['US', 'GB', 'CH', 'JP', 'AX', 'IC', 'FR-OVERSEAS'])('does not serve %s until a rate names it', (zone) => {
    expect(findShippingRate(worldwide, zone, true)).toBeNull();
    expect(findShippingRate(named(zone), zone, false)).toMatchObject({ brackets });
  });
});

describe('a country under an embargo or a prohibition', () => {
  test.each(['KP', 'RU', 'BY', 'IR', 'SA', 'KW'])('%s is never served, even if a rate names it', (country) => {
    expect(isBannedCountry(country)).toBe(true);
    expect(findShippingRate(named(country), determineShippingZone(country, ''), true)).toBeNull();
  });

  test.each([
    ['KP', 'zone_banned'],
    ['MC', 'zone_of_mainland'],
  ])('a rate that names %s is refused with %s', (zone, code) => {
    const input = { id: 1, position: 0, name: 'A', serviceCode: 'A', deliveryType: 'DELIVERY' };
    const parsed = CarrierInput.safeParse({
      ...input,
      rates: [{ zones: [zone], brackets: [{ upTo: null, price: 1 }] }],
    });
    expect(parsed.error?.issues).toMatchObject([{ path: ['rates', 0, 'zones'], params: { code } }]);
  });
});

test.each([
  ['FR', 18],
  ['DE', 18],
  ['', 18],
  ['us', 21],
  ['SE', 20],
])('the legal age in %s is %i', (country, age) => expect(getLegalAge(country)).toBe(age));

test('a person of 20 years is of age in France and not in the United States', () => {
  expect(isAdult('2006-01-01', '2026-11-28', getLegalAge('FR'))).toBe(true);
  expect(isAdult('2006-01-01', '2026-11-28', getLegalAge('US'))).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Carrier,
  computeMissingForFreeShipping,
  findBracketPrice,
  findShipmentRefusal,
  findShippingRate,
  isShippingFree,
  listCarrierOffers,
  needsShipping,
  type ShippingRules,
  shipsToCountry,
} from '#shared/shipping/shipping.ts';
import { unknownShippingZone } from '#shared/shipping/shipping-zone.ts';
import {
  cartLinesArbitrary,
  createSellableBottle,
  createSellableLine,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  minBottles: 0,
  maxBottles: 0,
  sellsWorldwide: false,
};
const rules = (overrides: Partial<ShippingRules>): ShippingRules => ({ ...noRules, ...overrides });
const tickets = createSellableBottle({ id: 8, hasShippingFees: false });
const half = createSellableBottle({ id: 9, capacity: 37.5 });

const carrier = (id: number, overrides: Partial<Carrier> = {}): Carrier => ({
  id,
  name: `Carrier ${id}`,
  serviceCode: `C${id}`,
  deliveryType: 'DELIVERY',
  siteType: 'WINEMAKER',
  rates: [
    {
      zones: ['FR-MAINLAND', 'MC'],
      brackets: [
        { upTo: 6, price: 900 },
        { upTo: 12, price: 1500 },
      ],
    },
  ],
  ...overrides,
});
const abroad = carrier(2, {
  rates: [
    { zones: ['WORLD'], brackets: [{ upTo: null, price: 6000 }] },
    { zones: ['BE'], brackets: [{ upTo: null, price: 1200 }] },
  ],
});

test.each([
  ['FR', true],
  ['fr', true],
  ['MC', true],
  ['BE', true],
  ['RE', false],
  ['CH', false],
])('shipsToCountry(%s) is %s without worldwide sales', (country, expected) =>
  expect(shipsToCountry([carrier(1), abroad], country, false)).toBe(expected),
);

test('shipsToCountry is true for every country with a worldwide rate', () =>
  expect(['CH', 'RE', 'US'].every((country) => shipsToCountry([abroad], country, true))).toBe(true));

describe('isShippingFree and computeMissingForFreeShipping', () => {
  test.each([
    ['returns false without a rule', {}, 1000, 1_000_000, false],
    ['returns false below the number of bottles', { freeFromBottles: 12 }, 11, 1_000_000, false],
    ['returns true from the number of bottles', { freeFromBottles: 12 }, 12, 0, true],
    ['returns false below the amount of goods', { freeFromGoods: 15_000 }, 1000, 14_999, false],
    ['returns true from the amount of goods', { freeFromGoods: 15_000 }, 0, 15_000, true],
    [
      'returns true by bottles although the goods are too few',
      { freeFromBottles: 12, freeFromGoods: 15_000 },
      12,
      0,
      true,
    ],
    [
      'returns true by goods although the bottles are too few',
      { freeFromBottles: 12, freeFromGoods: 15_000 },
      0,
      15_000,
      true,
    ],
  ])('%s', (_, overrides, bottles, goods, expected) =>
    expect(isShippingFree(bottles, goods, rules(overrides))).toBe(expected),
  );

  test.each([
    ['without a rule', {}, { isFree: false, bottles: null, goods: null }],
    ['for a number of bottles', { freeFromBottles: 12 }, { isFree: false, bottles: 3, goods: null }],
    ['for an amount of goods', { freeFromGoods: 15_000 }, { isFree: false, bottles: null, goods: 6_000 }],
    ['for either', { freeFromBottles: 12, freeFromGoods: 9_001 }, { isFree: false, bottles: 3, goods: 1 }],
    [
      'once the limit is reached',
      { freeFromBottles: 12, freeFromGoods: 9_000 },
      { isFree: true, bottles: null, goods: null },
    ],
  ])('missingForFreeShipping returns what is missing %s', (_, overrides, expected) =>
    expect(computeMissingForFreeShipping(9, 9_000, rules(overrides))).toEqual(expected),
  );
});

describe('limits on shipped bottles', () => {
  test.each([
    ['accepts any number without a rule', {}, [createSellableLine(1)], null],
    ['rejects fewer bottles than the minimum', { minBottles: 6 }, [createSellableLine(5)], 'too_few_bottles'],
    ['accepts the minimum', { minBottles: 6 }, [createSellableLine(6)], null],
    ['rounds half bottles down', { minBottles: 6 }, [createSellableLine(11, half)], 'too_few_bottles'],
    ['accepts the maximum', { maxBottles: 12 }, [createSellableLine(12)], null],
    [
      'accepts half a bottle beyond the maximum',
      { maxBottles: 12 },
      [createSellableLine(12), createSellableLine(1, half)],
      null,
    ],
    [
      'rejects more bottles than the maximum',
      { maxBottles: 12 },
      [createSellableLine(12), createSellableLine(2, half)],
      'too_many_bottles',
    ],
    [
      'applies no limits to products without shipping fees',
      { minBottles: 6, maxBottles: 12 },
      [createSellableLine(20, tickets)],
      null,
    ],
    [
      'does not count products without shipping fees towards the minimum',
      { minBottles: 6 },
      [createSellableLine(1), createSellableLine(20, tickets)],
      'too_few_bottles',
    ],
  ])('%s', (_, overrides, lines, expected) => expect(findShipmentRefusal(lines, rules(overrides))).toBe(expected));

  test('needsShipping returns true only for products with shipping fees', () => {
    expect(needsShipping([createSellableLine(1, tickets)])).toBe(false);
    expect(needsShipping([createSellableLine(1, tickets), createSellableLine(1, half)])).toBe(true);
    expect(needsShipping([])).toBe(false);
  });
});

describe('findShippingRate and findBracketPrice', () => {
  test.each([
    ['returns the rate that names the zone', carrier(1), 'MC', false, 900],
    ['returns no rate without a zone', abroad, unknownShippingZone, true, undefined],
    ['returns no rate for a zone that is not named', carrier(1), 'FR-CORSICA', true, undefined],
    ['returns no world rate if the estate does not sell worldwide', abroad, 'JP', false, undefined],
    ['returns the world rate if the estate sells worldwide', abroad, 'JP', true, 6000],
    ['prefers the rate that names the zone to the world rate', abroad, 'BE', true, 1200],
    ['returns the rate that names the zone if the estate does not sell worldwide', abroad, 'BE', false, 1200],
  ])('rateFor %s', (_, offering, zone, sellsWorldwide, price) =>
    expect(findShippingRate(offering, zone, sellsWorldwide)?.brackets[0]?.price).toBe(price),
  );

  test.each([
    [0, 900],
    [6, 900],
    [7, 1500],
    [12, 1500],
    [13, null],
  ])('bracketPrice returns for %i bottles %s', (bottles, price) => {
    const [rate] = carrier(1).rates;
    expect(rate && findBracketPrice(rate, bottles)).toBe(price);
  });

  test('bracketPrice accepts any number in an open bracket', () => {
    expect(
      findBracketPrice(
        {
          zones: [],
          brackets: [
            { upTo: 6, price: 1 },
            { upTo: null, price: 2 },
          ],
        },
        99_999,
      ),
    ).toBe(2);
  });
});

describe('listCarrierOffers', () => {
  const pickup = carrier(3, {
    deliveryType: 'PICKUP',
    rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 12, price: 500 }] }],
  });
  const express = carrier(5, { rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 6, price: 1900 }] }] });
  const all = [carrier(1), abroad, pickup, carrier(4)];
  const offers = (
    lines = [createSellableLine(3)],
    overrides: Partial<ShippingRules> = {},
    zone = 'FR-MAINLAND',
    goods = 3000,
  ) =>
    listCarrierOffers(all, zone, { lines, goods }, rules(overrides)).map(
      ({ carrier: { id }, shippingFee: fdp, price }) => [id, fdp, price],
    );

  test.each([
    [
      'returns the cheapest first and keeps the order of equal prices',
      offers(),
      [
        [3, 500, 500],
        [1, 900, 900],
        [4, 900, 900],
      ],
    ],
    ['omits carriers whose brackets end below the number of bottles', offers([createSellableLine(13)]), []],
    ['returns the carriers of another zone', offers([createSellableLine(3)], {}, 'BE'), [[2, 1200, 1200]]],
    ['returns nothing for a zone that no carrier serves', offers([createSellableLine(3)], {}, 'JP'), []],
    [
      'returns world carriers if the estate sells worldwide',
      offers([createSellableLine(3)], { sellsWorldwide: true }, 'JP'),
      [[2, 6000, 6000]],
    ],
    [
      'returns free shipping with the regular price',
      offers([createSellableLine(3)], { freeFromGoods: 3000 }),
      [
        [3, 0, 500],
        [1, 0, 900],
        [4, 0, 900],
      ],
    ],
    [
      'returns free shipping for products without shipping fees',
      offers([createSellableLine(30, tickets)]),
      [
        [3, 0, 500],
        [1, 0, 900],
        [4, 0, 900],
      ],
    ],
    [
      'charges the first bracket for a half bottle',
      offers([createSellableLine(1, half)]),
      [
        [3, 500, 500],
        [1, 900, 900],
        [4, 900, 900],
      ],
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  const offersOf = (list: Carrier[], lines = [createSellableLine(3)]) =>
    listCarrierOffers(list, 'FR-MAINLAND', { lines, goods: 3000 }, rules({ freeFromGoods: 3000 })).map(
      ({ carrier: { id }, shippingFee }) => [id, shippingFee],
    );

  test('charges a dearer carrier although shipping is free', () =>
    expect(offersOf([express, carrier(1), pickup])).toEqual([
      [3, 0],
      [1, 0],
      [5, 1900],
    ]));

  test('ships free with the only carrier of the zone that takes the bottles', () => {
    const small = carrier(6, { rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 2, price: 100 }] }] });
    expect(offersOf([express, small])).toEqual([[5, 0]]);
  });

  test('ships products without shipping fees free with every carrier', () =>
    expect(offersOf([express, carrier(1)], [createSellableLine(3, tickets)])).toEqual([
      [1, 0],
      [5, 0],
    ]));

  test('returns sorted offers, each free or at the regular price', () => {
    fc.assert(
      fc.property(
        cartLinesArbitrary,
        fc.nat(30),
        fc.nat(30_000),
        fc.nat(40_000),
        (lines, freeFromBottles, freeFromGoods, goods) => {
          const list = [...all, express];
          const found = listCarrierOffers(
            list,
            'FR-MAINLAND',
            { lines, goods },
            rules({ freeFromBottles, freeFromGoods }),
          );
          const fees = found.map(({ shippingFee: fdp }) => fdp);
          expect(fees).toEqual([...fees].sort((one, other) => one - other));
          expect(found.every(({ shippingFee: fdp, price }) => fdp === price || fdp === 0)).toBe(true);
          const free = new Set(
            found.filter(({ shippingFee: fdp }) => fdp === 0).map(({ carrier }) => carrier.deliveryType),
          );
          const charged = new Set(
            found.filter(({ shippingFee: fdp }) => fdp > 0).map(({ carrier }) => carrier.deliveryType),
          );
          if (free.size > 0) for (const deliveryType of charged) expect(free).toContain(deliveryType);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Carrier,
  findBracketPrice,
  findShippingRate,
  listCarrierOffers,
  type ShippingRules,
} from '#shared/shipping/shipping.ts';
import { undeterminedZone } from '#shared/shipping/shipping-zone.ts';
import {
  cartLinesArbitrary,
  createSellableBottle,
  createSellableLine,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';
import { createMainlandCarrier, createShippingRules, worldwideCarrier } from './sample-carriers.ts';

const tickets = createSellableBottle({ id: 8, hasShippingFees: false });
const half = createSellableBottle({ id: 9, capacity: 37.5 });

describe('findShippingRate and findBracketPrice', () => {
  test.each([
    ['returns the rate that names the zone', createMainlandCarrier(1), 'CH', false, 900],
    ['returns no rate without a zone', worldwideCarrier, undeterminedZone, true, undefined],
    ['returns no rate for a zone that is not named', createMainlandCarrier(1), 'FR-CORSICA', true, undefined],
    ['returns no world rate if the estate does not sell worldwide', worldwideCarrier, 'JP', false, undefined],
    ['returns the world rate if the estate sells worldwide', worldwideCarrier, 'IT', true, 6000],
    ['prefers the rate that names the zone to the world rate', worldwideCarrier, 'BE', true, 1200],
    ['returns the rate that names the zone if the estate does not sell worldwide', worldwideCarrier, 'BE', false, 1200],
  ])('findShippingRate %s', (_, offering, zone, sellsWorldwide, price) =>
    expect(findShippingRate(offering, zone, sellsWorldwide)?.brackets[0]?.price).toBe(price),
  );

  test.each([
    [0, 900],
    [6, 900],
    [7, 1500],
    [12, 1500],
    [13, null],
  ])('findBracketPrice returns for %i bottles %s', (bottles, price) => {
    const [rate] = createMainlandCarrier(1).rates;
    expect(rate && findBracketPrice(rate, bottles)).toBe(price);
  });

  test('findBracketPrice accepts any number in an open bracket', () => {
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
  const pickup = createMainlandCarrier(3, {
    deliveryType: 'PICKUP',
    rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 12, price: 500 }] }],
  });
  const express = createMainlandCarrier(5, {
    rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 6, price: 1900 }] }],
  });
  const all = [createMainlandCarrier(1), worldwideCarrier, pickup, createMainlandCarrier(4)];
  const offers = (
    lines = [createSellableLine(3)],
    overrides: Partial<ShippingRules> = {},
    zone = 'FR-MAINLAND',
    goods = 3000,
  ) =>
    listCarrierOffers(all, zone, { lines, goods }, createShippingRules(overrides)).map(
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
      offers([createSellableLine(3)], { sellsWorldwide: true }, 'IT'),
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
    listCarrierOffers(list, 'FR-MAINLAND', { lines, goods: 3000 }, createShippingRules({ freeFromGoods: 3000 })).map(
      ({ carrier: { id }, shippingFee }) => [id, shippingFee],
    );

  test('charges a dearer carrier although shipping is free', () =>
    expect(offersOf([express, createMainlandCarrier(1), pickup])).toEqual([
      [3, 0],
      [1, 0],
      [5, 1900],
    ]));

  test('ships free with the only carrier of the zone that takes the bottles', () => {
    const small = createMainlandCarrier(6, {
      rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 2, price: 100 }] }],
    });
    expect(offersOf([express, small])).toEqual([[5, 0]]);
  });

  test('ships products without shipping fees free with every carrier', () =>
    expect(offersOf([express, createMainlandCarrier(1)], [createSellableLine(3, tickets)])).toEqual([
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
            createShippingRules({ freeFromBottles, freeFromGoods }),
          );
          const fees = found.map(({ shippingFee: fdp }) => fdp);
          expect(fees).toEqual([...fees].sort((a, b) => a - b));
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

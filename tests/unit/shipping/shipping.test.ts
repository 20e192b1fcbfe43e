import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bracketPrice,
  type Carrier,
  carrierOffers,
  findShipmentRefusal,
  isShippingFree,
  missingForFreeShipping,
  needsShipping,
  rateFor,
  type ShippingRules,
} from '#shared/shipping/shipping.ts';
import { unknownZone } from '#shared/shipping/shipping-zone.ts';
import { cartLinesArbitrary, line, soldBottle } from '#tests/support/fixtures/sold-item-fixtures.ts';

const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  minBottles: 0,
  maxBottles: 0,
  sellsWorldwide: false,
};
const rules = (differs: Partial<ShippingRules>): ShippingRules => ({ ...noRules, ...differs });
const tickets = soldBottle({ id: 8, hasShippingFees: false });
const half = soldBottle({ id: 9, capacity: 37.5 });

const carrier = (id: number, differs: Partial<Carrier> = {}): Carrier => ({
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
  ...differs,
});
const abroad = carrier(2, {
  rates: [
    { zones: ['WORLD'], brackets: [{ upTo: null, price: 6000 }] },
    { zones: ['BE'], brackets: [{ upTo: null, price: 1200 }] },
  ],
});

describe('free shipping', () => {
  test.each([
    ['never without a rule', {}, 1000, 1_000_000, false],
    ['not under so many bottles', { freeFromBottles: 12 }, 11, 1_000_000, false],
    ['from so many bottles', { freeFromBottles: 12 }, 12, 0, true],
    ['not under so much of goods', { freeFromGoods: 15_000 }, 1000, 14_999, false],
    ['from so much of goods', { freeFromGoods: 15_000 }, 0, 15_000, true],
    ['by bottles where goods are too few', { freeFromBottles: 12, freeFromGoods: 15_000 }, 12, 0, true],
    ['by goods where bottles are too few', { freeFromBottles: 12, freeFromGoods: 15_000 }, 0, 15_000, true],
  ])('%s', (_, differs, bottles, goods, expected) =>
    expect(isShippingFree(bottles, goods, rules(differs))).toBe(expected),
  );

  test.each([
    ['there is no way', {}, { isFree: false, bottles: null, goods: null }],
    ['by bottles', { freeFromBottles: 12 }, { isFree: false, bottles: 3, goods: null }],
    ['by goods', { freeFromGoods: 15_000 }, { isFree: false, bottles: null, goods: 6_000 }],
    ['by either', { freeFromBottles: 12, freeFromGoods: 9_001 }, { isFree: false, bottles: 3, goods: 1 }],
    ['it is reached', { freeFromBottles: 12, freeFromGoods: 9_000 }, { isFree: true, bottles: null, goods: null }],
  ])('what is missing: %s', (_, differs, expected) =>
    expect(missingForFreeShipping(9, 9_000, rules(differs))).toEqual(expected),
  );
});

describe('how many bottles may be shipped', () => {
  test.each([
    ['any number without a rule', {}, [line(1)], null],
    ['not under the minimum', { leastBottles: 6 }, [line(5)], 'too_few_bottles'],
    ['the minimum', { leastBottles: 6 }, [line(6)], null],
    ['halves are counted down', { leastBottles: 6 }, [line(11, half)], 'too_few_bottles'],
    ['the maximum', { mostBottles: 12 }, [line(12)], null],
    ['half a bottle beyond the maximum is none', { mostBottles: 12 }, [line(12), line(1, half)], null],
    ['not beyond it', { mostBottles: 12 }, [line(12), line(2, half)], 'too_many_bottles'],
    ['what has no shipping fees is not bound', { leastBottles: 6, mostBottles: 12 }, [line(20, tickets)], null],
    ['and does not help', { leastBottles: 6 }, [line(1), line(20, tickets)], 'too_few_bottles'],
  ])('%s', (_, differs, lines, expected) => expect(findShipmentRefusal(lines, rules(differs))).toBe(expected));

  test('only what has shipping fees needs shipping', () => {
    expect(needsShipping([line(1, tickets)])).toBe(false);
    expect(needsShipping([line(1, tickets), line(1, half)])).toBe(true);
    expect(needsShipping([])).toBe(false);
  });
});

describe('the rate for a zone', () => {
  test.each([
    ['is the one that names it', carrier(1), 'MC', false, 900],
    ['there is none to nowhere', abroad, unknownZone, true, undefined],
    ['there is none where none names it', carrier(1), 'FR-CORSICA', true, undefined],
    ['the world’s holds only where the estate sells worldwide', abroad, 'JP', false, undefined],
    ['the world’s', abroad, 'JP', true, 6000],
    ['one that names the zone goes before the world’s, wherever it stands', abroad, 'BE', true, 1200],
    ['and holds without selling worldwide', abroad, 'BE', false, 1200],
  ])('%s', (_, by, zone, sellsWorldwide, price) =>
    expect(rateFor(by, zone, sellsWorldwide)?.brackets[0]?.price).toBe(price),
  );

  test.each([
    [0, 900],
    [6, 900],
    [7, 1500],
    [12, 1500],
    [13, null],
  ])('%i bottles cost %s', (bottles, price) => {
    const [rate] = carrier(1).rates;
    expect(rate && bracketPrice(rate, bottles)).toBe(price);
  });

  test('a bracket without end takes any number', () => {
    expect(
      bracketPrice(
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

describe('the carriers that bring a cart', () => {
  const relay = carrier(3, {
    deliveryType: 'PICKUP',
    rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 12, price: 500 }] }],
  });
  const all = [carrier(1), abroad, relay, carrier(4)];
  const offers = (lines = [line(3)], differs: Partial<ShippingRules> = {}, zone = 'FR-MAINLAND', goods = 3000) =>
    carrierOffers(all, zone, { lines, goods }, rules(differs)).map(({ carrier: { id }, shippingFee: fdp, price }) => [
      id,
      fdp,
      price,
    ]);

  test.each([
    [
      'cheapest first, the first of equals first',
      offers(),
      [
        [3, 500, 500],
        [1, 900, 900],
        [4, 900, 900],
      ],
    ],
    ['those whose brackets end before are none', offers([line(13)]), []],
    ['elsewhere there are others', offers([line(3)], {}, 'BE'), [[2, 1200, 1200]]],
    ['nobody goes everywhere', offers([line(3)], {}, 'JP'), []],
    ['but where the estate sells worldwide', offers([line(3)], { sellsWorldwide: true }, 'JP'), [[2, 6000, 6000]]],
    [
      'free from so much, with what it would be',
      offers([line(3)], { freeFromGoods: 3000 }),
      [
        [3, 0, 500],
        [1, 0, 900],
        [4, 0, 900],
      ],
    ],
    [
      'what needs no shipping costs nothing',
      offers([line(30, tickets)]),
      [
        [3, 0, 500],
        [1, 0, 900],
        [4, 0, 900],
      ],
    ],
    [
      'a half bottle is shipped for the first price',
      offers([line(1, half)]),
      [
        [3, 500, 500],
        [1, 900, 900],
        [4, 900, 900],
      ],
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  test('ask what they ask or nothing, and are sorted', () => {
    fc.assert(
      fc.property(
        cartLinesArbitrary,
        fc.nat(30),
        fc.nat(30_000),
        fc.nat(40_000),
        (lines, freeFromBottles, freeFromGoods, goods) => {
          const found = carrierOffers(all, 'FR-MAINLAND', { lines, goods }, rules({ freeFromBottles, freeFromGoods }));
          const fees = found.map(({ shippingFee: fdp }) => fdp);
          expect(fees).toEqual([...fees].sort((one, other) => one - other));
          expect(found.every(({ shippingFee: fdp, price }) => fdp === price) || fees.every((fee) => fee === 0)).toBe(true);
        },
      ),
    );
  });
});

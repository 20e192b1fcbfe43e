import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centilitres, isHalfBottle } from '#shared/catalogue/capacity.ts';
import { lowestPrice } from '#shared/catalogue/lowest-price.ts';
import { pricePerLitre } from '#shared/catalogue/price-per-litre.ts';
import { discountOf, type Reduction, unitPrice } from '#shared/catalogue/unit-price.ts';

const euro = (amount: number): Reduction => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const percent = (amount: number): Reduction => ({ type: 'PERCENTAGE', amount, detailType: 'PRODUCT' });
const shipping: Reduction = { type: 'PERCENTAGE', amount: 50, detailType: 'SHIPPING_FEES' };

describe('unit price', () => {
  test.each([
    ['without discount the price stays', 990, null, 990],
    ['euros are subtracted', 990, euro(1.5), 840],
    ['euros beyond the price make it free, not negative', 300, euro(5), 0],
    ['a percentage is taken off', 1000, percent(15), 850],
    ['half a cent rounds up', 1010, percent(5), 960],
    ['half a cent rounds up where the fraction is binary', 1150, percent(10.5), 1029],
    ['a hundred percent is free', 990, percent(100), 0],
    ['a discount on shipping does not touch the line', 990, shipping, 990],
  ])('%s', (_, price, discount, expected) => expect(unitPrice(price, discount)).toBe(expected));

  test('a discounted price is a whole number of cents between 0 and the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom('EURO' as const, 'PERCENTAGE' as const),
        fc.integer({ min: 1, max: 10_000 }),
        (price, type, hundredths) => {
          const reduced = unitPrice(price, { type, amount: hundredths / 100, detailType: 'PRODUCT' });
          return Number.isInteger(reduced) && reduced >= 0 && reduced <= price;
        },
      ),
    );
  });
});

describe('whose discount counts', () => {
  test.each([
    ['the declination’s own goes first', euro(1), euro(2), 1],
    ['else the product’s', null, euro(2), 2],
    ['one on shipping is passed over', shipping, euro(2), 2],
    ['none', null, null, undefined],
  ])('%s', (_, own, products, amount) => expect(discountOf(own, products)?.amount).toBe(amount));
});

describe('capacity', () => {
  test.each([
    [0.75, 'LITER', 75, false],
    [0.375, 'LITER', 37.5, true],
    [0.57, 'LITER', 57, true],
    [1, 'LITER', 100, false],
    [37.5, 'CENTILITRE', 37.5, true],
    [75, 'CENTILITRE', 75, false],
    [150, 'CENTILITRE', 150, false],
  ] as const)('%s %s is %s cl, half bottle: %s', (capacity, capacityUnit, volume, half) => {
    expect(centilitres({ capacity, capacityUnit })).toBe(volume);
    expect(isHalfBottle('WINE', { capacity, capacityUnit })).toBe(half);
  });

  test('a box is never a half bottle', () =>
    expect(isHalfBottle('BOX', { capacity: 25, capacityUnit: 'CENTILITRE' })).toBe(false));
});

describe('price per litre', () => {
  test.each([
    [990, 75, 1320],
    [1000, 37.5, 2667],
    [1, 75, 1],
    [500, 100, 500],
    [500, 0, null],
  ])('%i cents for %s cl are %s a litre', (price, capacity, expected) =>
    expect(pricePerLitre(price, { capacity, capacityUnit: 'CENTILITRE' })).toBe(expected),
  );
});

describe('lowest price of the 30 days before a reduction', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const now = day('2026-11-30');
  const at = (price: number, from: string) => ({ price, from: day(from) });
  test.each([
    ['without history it is the price itself', [], 1200],
    ['the reduced price itself does not count', [at(1200, '2026-01-01'), at(960, '2026-11-20')], 1200],
    [
      'a lower price within the window counts',
      [at(1000, '2026-11-01'), at(1200, '2026-11-10'), at(960, '2026-11-20')],
      1000,
    ],
    ['a higher earlier price does not raise it', [at(1500, '2026-01-01'), at(960, '2026-11-20')], 1200],
    [
      'one that ended before the window opened does not count',
      [at(800, '2026-01-01'), at(1300, '2026-10-20'), at(960, '2026-11-20')],
      1200,
    ],
    [
      'one that still held when it opened counts',
      [at(800, '2026-01-01'), at(1300, '2026-10-22'), at(960, '2026-11-20')],
      800,
    ],
    [
      'the window ends where the reduction began, however long it lasts',
      [at(900, '2026-01-01'), at(1200, '2026-01-15'), at(960, '2026-02-01')],
      900,
    ],
    ['a reduction that is not recorded yet begins now', [at(1100, '2026-11-25')], 1100],
    ['a price that is still to come does not count', [at(100, '2026-12-01')], 1200],
    [
      'the same price at an earlier time counts',
      [at(960, '2026-11-01'), at(1200, '2026-11-10'), at(960, '2026-11-20')],
      960,
    ],
  ])('%s', (_, history, expected) => {
    expect(lowestPrice(1200, 960, history, now)).toBe(expected);
    expect(lowestPrice(1200, 960, history.toReversed(), now)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import {
  computeFreeShippingGap,
  findBottleCountRefusal,
  hasCarrierForCountry,
  hasItemsWithShippingFees,
  isFreeShippingThresholdReached,
} from '#shared/shipping/shipping.ts';
import { createSellableBottle, createSellableLine } from '#tests/support/fixtures/sellable-item-fixtures.ts';
import { createMainlandCarrier, createShippingRules, worldwideCarrier } from './sample-carriers.ts';

const tickets = createSellableBottle({ id: 8, hasShippingFees: false });
const half = createSellableBottle({ id: 9, capacity: 37.5 });

test.each([
  ['FR', true],
  ['fr', true],
  ['MC', true],
  ['BE', true],
  ['RE', false],
  ['US', false],
])('hasCarrierForCountry(%s) is %s without worldwide sales', (country, expected) =>
  expect(hasCarrierForCountry([createMainlandCarrier(1), worldwideCarrier], country, false)).toBe(expected),
);

test('hasCarrierForCountry is true for the excise territory alone with a worldwide rate', () => {
  const served = ['DE', 'IT', 'MC', 'CH', 'RE', 'US', 'KP'].filter((country) =>
    hasCarrierForCountry([worldwideCarrier], country, true),
  );
  expect(served).toEqual(['DE', 'IT', 'MC']);
});

describe('isFreeShippingThresholdReached and computeFreeShippingGap', () => {
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
    expect(isFreeShippingThresholdReached(bottles, goods, createShippingRules(overrides))).toBe(expected),
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
  ])('computeFreeShippingGap returns what is missing %s', (_, overrides, expected) =>
    expect(computeFreeShippingGap(9, 9_000, createShippingRules(overrides))).toEqual(expected),
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
  ])('%s', (_, overrides, lines, expected) =>
    expect(findBottleCountRefusal(lines, createShippingRules(overrides))).toBe(expected),
  );

  test('hasItemsWithShippingFees returns true only for products with shipping fees', () => {
    expect(hasItemsWithShippingFees([createSellableLine(1, tickets)])).toBe(false);
    expect(hasItemsWithShippingFees([createSellableLine(1, tickets), createSellableLine(1, half)])).toBe(true);
    expect(hasItemsWithShippingFees([])).toBe(false);
  });
});

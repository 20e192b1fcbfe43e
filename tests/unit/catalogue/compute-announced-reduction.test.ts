import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeAnnouncedReduction } from '#shared/catalogue/price-view.ts';
import { computeDiscountedUnitPrice, type DiscountPriceFields } from '#shared/catalogue/unit-price.ts';

const percentage = (amount: number): DiscountPriceFields => ({ type: 'PERCENTAGE', amount, detailType: 'PRODUCT' });
const euro: DiscountPriceFields = { type: 'EURO', amount: 1, detailType: 'PRODUCT' };

describe('computeAnnouncedReduction', () => {
  test.each([
    [
      'crosses out the price without the discount if it was never lower',
      1000,
      900,
      1000,
      percentage(10),
      { before: 1000, percent: 10 },
    ],
    [
      'keeps the percentage of the discount if rounding changed the price',
      945,
      851,
      945,
      percentage(10),
      { before: 945, percent: 10 },
    ],
    ['computes the percentage from the lowest price', 940, 752, 890, percentage(20), { before: 890, percent: 15 }],
    ['announces nothing if the price was as low before', 940, 846, 846, percentage(10), null],
    ['announces nothing if the price was lower before', 940, 846, 800, percentage(10), null],
    ['omits a percentage below 1', 1000, 995, 996, percentage(0.5), { before: 996 }],
    ['omits the percentage of an amount', 940, 840, 890, euro, { before: 890 }],
    [
      'uses the price without the discount if the history is unknown',
      1000,
      900,
      null,
      percentage(10),
      { before: 1000, percent: 10 },
    ],
    ['announces nothing without a discount', 1000, 1000, null, null, null],
  ] as const)('%s', (_, price, paid, lowest, discount, expected) =>
    expect(computeAnnouncedReduction(price, paid, lowest, discount)).toEqual(expected),
  );

  test('never crosses out more than the lowest price, nor promises more than the customer saves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100 }),
        (price, lowest, percent) => {
          const paid = computeDiscountedUnitPrice(price, percentage(percent));
          const announced = computeAnnouncedReduction(price, paid, lowest, percentage(percent));
          if (paid >= Math.min(price, lowest)) return announced === null;
          const saved = ((announced?.before ?? 0) - paid) / (announced?.before ?? 1);
          // The deviation is half a cent at most, which is the rounding of the unit price.
          const rounding = 0.5 / (announced?.before ?? 1);
          return (announced?.before ?? 0) <= lowest && (announced?.percent ?? 0) / 100 <= saved + rounding + 1e-9;
        },
      ),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { findProductFieldIssues } from '#shared/catalogue/find-product-field-issues.ts';
import { applyDuePlannedPrices, findTooDistantPrices, PlannedPrice } from '#shared/catalogue/planned-price.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';

const discount = { id: 1, type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } as const;
const december = { from: '2026-12-01T00:00:00+01:00', price: 12, discount: null };
const january = { from: '2027-01-01T00:00:00+01:00', price: 15, discount };
const variant = { id: 1, price: 10, discount: null, plannedPrices: [january, december] };

describe('planned prices', () => {
  test.each([
    ['before the first', '2026-11-30T22:59:59Z', 10, null, [december, january]],
    ['from the instant of the first', '2026-11-30T23:00:00Z', 12, null, [january]],
    ['after both, in one step', '2027-01-02T00:00:00Z', 15, discount, []],
  ])('apply %s', (_, now, price, applied, plannedPrices) => {
    expect(applyDuePlannedPrices(variant, new Date(now))).toEqual({ id: 1, price, discount: applied, plannedPrices });
  });

  test('give the same price at any time, whether they are applied one by one or together', () => {
    const start = Date.parse('2026-11-01T00:00:00Z');
    let stepwise: typeof variant = variant;
    for (let hours = 0; hours < 24 * 90; hours += 7) {
      const now = new Date(start + hours * 3_600_000);
      stepwise = applyDuePlannedPrices(stepwise, now);
      expect(stepwise).toEqual(applyDuePlannedPrices(variant, now));
    }
  });

  test.each([
    ['of 0', { price: 0 }, ['price'], 'price_zero'],
    [
      'below their discount',
      { price: 5, discount: { ...discount, type: 'EURO', amount: 5 } },
      ['discount', 'amount'],
      'discount_above_price',
    ],
    ['with more than 100 percent', { discount: { ...discount, amount: 101 } }, ['discount', 'amount'], 'percentage'],
  ])('are refused %s', (_, change, field, code) => {
    const variants = [createVariantInput({ plannedPrices: [{ ...december, ...change }] })];
    const product = { ...createProductInput(), variants: variants as never };
    expect(findProductFieldIssues(product)).toMatchObject([
      { path: ['variants', 0, 'plannedPrices', 0, ...field], code },
    ]);
  });

  test('are refused twice at one instant', () => {
    const same = { ...december, from: '2026-11-30T23:00:00Z' };
    const product = {
      ...createProductInput(),
      variants: [createVariantInput({ plannedPrices: [december, same] })] as never,
    };
    expect(findProductFieldIssues(product)).toMatchObject([
      { path: ['variants', 0, 'plannedPrices', 1, 'from'], code: 'planned_twice' },
    ]);
  });

  test.each([
    ['exactly two years ahead', '2028-11-22T13:00:00+01:00', []],
    ['a second later', '2028-11-22T12:00:01Z', ['planned_too_late']],
  ])('are checked against the limit: %s', (_, from, codes) => {
    const issues = findTooDistantPrices([{ plannedPrices: [{ from }] }], new Date('2026-11-22T12:00:00Z'));
    expect(issues.map(({ code }) => code)).toEqual(codes);
  });

  test.each([
    ['9999-12-31T23:59:59Z', true],
    ['9999-12-31T23:59:59+14:00', true],
    ['9999-12-31T23:59:59-14:00', false],
  ])('are accepted for the instant %s: %s', (from, isAccepted) =>
    expect(PlannedPrice.safeParse({ from, price: 10 }).success).toBe(isAccepted),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';
import {
  computeDiscountCodeDeduction,
  type DiscountCodeConditions,
  findDiscountCodeRefusal,
  normaliseDiscountCode,
} from '#shared/discounts/discount-code.ts';
import { reductionArbitrary } from '#tests/support/fixtures/sellable-item-fixtures.ts';

const euro = (amount: number): DiscountPriceFields => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const percent = (amount: number): DiscountPriceFields => ({ type: 'PERCENTAGE', amount, detailType: 'PRODUCT' });
const onShipping = (code: DiscountPriceFields): DiscountPriceFields => ({ ...code, detailType: 'SHIPPING_FEES' });

describe('computeDiscountCodeDeduction', () => {
  test.each([
    ['euros from the goods', euro(5), 2000, 900, 500, 'goods'],
    ['at most the goods', euro(50), 2000, 900, 2000, 'goods'],
    ['an amount rounded to cents', euro(1.005), 2000, 900, 101, 'goods'],
    ['a percentage of the goods', percent(15), 2000, 900, 300, 'goods'],
    ['half a cent rounded up', percent(5), 1010, 900, 51, 'goods'],
    ['less than half a cent rounded down', percent(5), 1009, 900, 50, 'goods'],
    ['half a cent rounded up for a percentage that is no binary fraction', percent(12.34), 2_500, 0, 309, 'goods'],
    ['half a cent rounded up for a huge amount', percent(12.34), 10_000_000_002_500, 0, 1_234_000_000_309, 'goods'],
    ['the whole goods for 100 percent', percent(100), 2000, 900, 2000, 'goods'],
    ['at most the goods for more than 100 percent', percent(150), 2000, 900, 2000, 'goods'],
    ['nothing without goods', euro(5), 0, 900, 0, 'goods'],
    ['euros from the shipping fee', onShipping(euro(5)), 2000, 900, 500, 'shipping'],
    ['at most the shipping fee', onShipping(euro(20)), 2000, 900, 900, 'shipping'],
    ['a percentage of the shipping fee', onShipping(percent(50)), 2000, 901, 451, 'shipping'],
    ['nothing from free shipping', onShipping(percent(100)), 2000, 0, 0, 'shipping'],
  ])('subtracts %s', (_, code, goods, fee, value, from) =>
    expect(computeDiscountCodeDeduction(code, goods, fee)).toEqual({ value, from }),
  );

  test('returns whole cents between zero and the amount it is subtracted from', () => {
    fc.assert(
      fc.property(reductionArbitrary, fc.nat(10_000_000), fc.nat(100_000), (code, goods, fee) => {
        if (!code) return;
        const { value, from } = computeDiscountCodeDeduction(code, goods, fee);
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(from === 'goods' ? goods : fee);
      }),
    );
  });
});

test.each([
  ['converts to upper case', 'bienvenue10', 'BIENVENUE10'],
  ['trims white space', '  Bienvenue10\t', 'BIENVENUE10'],
  ['keeps letters with accents', 'été', 'ÉTÉ'],
])('normaliseDiscountCode %s', (_, entered, expected) => expect(normaliseDiscountCode(entered)).toBe(expected));

describe('findDiscountCodeRefusal', () => {
  const terms: DiscountCodeConditions = {
    from: null,
    to: null,
    maxUses: null,
    used: 0,
    maxUsesPerCustomer: null,
    usedByCustomer: 0,
    minGoods: 0,
  };
  test.each([
    ['accepts a code without terms', {}, null],
    ['rejects a code before it begins', { from: 1001 }, 'code_not_yet'],
    ['accepts a code from the moment it begins', { from: 1000 }, null],
    ['accepts a code until the moment it ends', { to: 1001 }, null],
    ['rejects a code from the moment it ends', { to: 1000 }, 'code_over'],
    ['accepts a code while uses are left', { maxUses: 3, used: 2 }, null],
    ['rejects a code without uses left', { maxUses: 3, used: 3 }, 'code_used_up'],
    ['rejects a code that was used more often than allowed', { maxUses: 3, used: 4 }, 'code_used_up'],
    ['rejects a code with zero uses', { maxUses: 0 }, 'code_used_up'],
    ['accepts a code while the customer has uses left', { maxUsesPerCustomer: 2, usedByCustomer: 1 }, null],
    [
      'rejects a code if the customer has no uses left',
      { maxUsesPerCustomer: 1, usedByCustomer: 1 },
      'code_used_by_you',
    ],
    ['accepts goods of exactly the minimum', { minGoods: 5000 }, null],
    ['rejects goods one cent below the minimum', { minGoods: 5001 }, 'code_needs_more'],
  ])('%s', (_, overrides, refusal) =>
    expect(findDiscountCodeRefusal({ ...terms, ...overrides }, 5000, 1000)).toBe(refusal),
  );
});

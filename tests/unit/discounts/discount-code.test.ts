import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reduction } from '#shared/catalogue/unit-price.ts';
import { type CodeTerms, codeFault, codeValue, normalCode } from '#shared/discounts/discount-code.ts';
import { anyReduction } from '#tests/support/fixtures/sold-items.ts';

const euro = (amount: number): Reduction => ({ type: 'EURO', amount, detailType: 'PRODUCT' });
const percent = (amount: number): Reduction => ({ type: 'PERCENTAGE', amount, detailType: 'PRODUCT' });
const onShipping = (code: Reduction): Reduction => ({ ...code, detailType: 'SHIPPING_FEES' });

describe('what a code takes off', () => {
  test.each([
    ['euros off the goods', euro(5), 2000, 900, 500, 'goods'],
    ['not more than the goods', euro(50), 2000, 900, 2000, 'goods'],
    ['a thousandth of a euro counts as the cent it makes', euro(1.005), 2000, 900, 101, 'goods'],
    ['a percentage of the goods', percent(15), 2000, 900, 300, 'goods'],
    ['half a cent up', percent(5), 1010, 900, 51, 'goods'],
    ['just under half a cent down', percent(5), 1009, 900, 50, 'goods'],
    ['half a cent up where the fraction is not binary', percent(12.34), 2_500, 0, 309, 'goods'],
    ['and where the amount is huge', percent(12.34), 10_000_000_002_500, 0, 1_234_000_000_309, 'goods'],
    ['all of the goods', percent(100), 2000, 900, 2000, 'goods'],
    ['not more than all of them', percent(150), 2000, 900, 2000, 'goods'],
    ['nothing off nothing', euro(5), 0, 900, 0, 'goods'],
    ['euros off the fee', onShipping(euro(5)), 2000, 900, 500, 'shipping'],
    ['not more than the fee', onShipping(euro(20)), 2000, 900, 900, 'shipping'],
    ['a percentage of the fee', onShipping(percent(50)), 2000, 901, 451, 'shipping'],
    ['nothing where shipping is free', onShipping(percent(100)), 2000, 0, 0, 'shipping'],
  ])('%s', (_, code, goods, fee, value, from) => expect(codeValue(code, goods, fee)).toEqual({ value, from }));

  test('is whole cents between nothing and what it is taken from', () => {
    fc.assert(
      fc.property(anyReduction, fc.nat(10_000_000), fc.nat(100_000), (code, goods, fee) => {
        if (!code) return;
        const { value, from } = codeValue(code, goods, fee);
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(from === 'goods' ? goods : fee);
      }),
    );
  });
});

test.each([
  ['capitals do not matter', 'bienvenue10', 'BIENVENUE10'],
  ['nor does space around it', '  Bienvenue10\t', 'BIENVENUE10'],
  ['letters with accents are letters', 'été', 'ÉTÉ'],
])('of a code %s', (_, typed, expected) => expect(normalCode(typed)).toBe(expected));

describe('why a code does not hold', () => {
  const terms: CodeTerms = {
    from: null,
    to: null,
    uses: null,
    used: 0,
    usesPerCustomer: null,
    usedByCustomer: 0,
    leastGoods: 0,
  };
  test.each([
    ['a code without terms always holds', {}, null],
    ['not before it begins', { from: 1001 }, 'code_not_yet'],
    ['from the moment it begins', { from: 1000 }, null],
    ['until the moment it ends', { to: 1001 }, null],
    ['not from that moment', { to: 1000 }, 'code_over'],
    ['while uses are left', { uses: 3, used: 2 }, null],
    ['not when all are used', { uses: 3, used: 3 }, 'code_used_up'],
    ['not when more are used than there are', { uses: 3, used: 4 }, 'code_used_up'],
    ['a code of no uses never holds', { uses: 0 }, 'code_used_up'],
    ['while the customer has uses left', { usesPerCustomer: 2, usedByCustomer: 1 }, null],
    ['not when the customer has none left', { usesPerCustomer: 1, usedByCustomer: 1 }, 'code_used_by_you'],
    ['for goods of exactly what it needs', { leastGoods: 5000 }, null],
    ['not for a cent less', { leastGoods: 5001 }, 'code_needs_more'],
  ])('%s', (_, differs, fault) => expect(codeFault({ ...terms, ...differs }, 5000, 1000)).toBe(fault));
});

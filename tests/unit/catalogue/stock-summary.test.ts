import { describe, expect, test } from 'vitest';
import { getExclusiveLowStockLimit, summariseStock } from '#client/features/catalogue/stock-summary.ts';

describe('getExclusiveLowStockLimit', () => {
  test.each([
    ['the limit of the site', { STOCK_LIMIT_DISPLAY: 6 }, 6],
    ['the limit of a site that shows its stock', { USE_PRODUCT_STOCK: true, STOCK_LIMIT_DISPLAY: 6 }, 6],
    [
      'nothing for a site that does not show its stock',
      { USE_PRODUCT_STOCK: false, STOCK_LIMIT_DISPLAY: 6 },
      undefined,
    ],
    ['nothing for a site without a limit', { USE_PRODUCT_STOCK: true }, undefined],
  ])('returns %s', (_, parameters, expected) => expect(getExclusiveLowStockLimit(parameters)).toBe(expected));
});

describe('summariseStock', () => {
  const stock = (id: number, quantity: number) => ({ id, quantity, step: 1 });
  const summaries = [
    ['an estate that does not manage its stock', [], { level: 'available', left: 0 }],
    ['variants that are all sold out', [stock(1, 0), stock(2, 0)], { level: 'out', left: 0 }],
    ['variants that are all scarce or sold out', [stock(1, 2), stock(2, 0)], { level: 'low', left: 2 }],
    ['one variant with more than the limit', [stock(1, 2), stock(2, 40)], { level: 'available', left: 42 }],
  ] as const;
  test.each(summaries)('summarises %s', (_, stocks, expected) => {
    expect(summariseStock(stocks, 6)).toEqual(expected);
  });

  test('prefers the quantities that were read after the page', () => {
    expect(summariseStock([stock(1, 40)], 6, new Map([[1, 3]]))).toEqual({ level: 'low', left: 3 });
  });

  test('never reports a low stock without a limit', () => {
    expect(summariseStock([stock(1, 1)], undefined)).toEqual({ level: 'available', left: 1 });
  });
});

import { describe, expect, test } from 'vitest';
import { computeProductSummary } from '#client/admin/catalogue/ProductList.tsx';
import {
  applyValuesStoredByOthers,
  findInvalidNumbers,
  listVariantsOfUnarchivedProducts,
  toPriceChanges,
  toRowErrors,
} from '#client/admin/catalogue/prices/price-list-rows.ts';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';

const variant = (overrides: Partial<OverviewProduct['variants'][number]> = {}) => ({
  id: 11,
  reference: 'R',
  year: 2022,
  capacity: 75,
  capacityUnit: 'CENTILITRE' as const,
  price: 12,
  plannedPrices: [],
  quantity: 24,
  lastMovement: 3,
  quantityStep: 1,
  ...overrides,
});
const product: OverviewProduct = {
  id: 1,
  revision: 4,
  slug: 'merlot',
  type: 'WINE',
  kind: 'red',
  name: 'Merlot',
  appellation: '',
  promoted: false,
  isPublished: true,
  archivedAt: null,
  image: null,
  variants: [variant(), variant({ id: 12, year: 2021, price: 15.5, quantity: null })],
};

describe('the price list', () => {
  const variants = listVariantsOfUnarchivedProducts([
    product,
    { ...product, id: 2, archivedAt: '2026-01-01T00:00:00Z' },
  ]);

  test('leaves archived products out', () => {
    expect(variants.map((row) => row.variant.id)).toEqual([11, 12]);
  });

  test('sends changed values only, with the stock that was shown', () => {
    const entered = new Map([
      [11, { price: '12,00', quantity: '30' }],
      [12, { price: '16,5' }],
    ]);
    expect(toPriceChanges(variants, entered)).toEqual([
      { idProduct: 1, idVariant: 11, stock: { shown: 24, next: 30, lastMovement: 3 } },
      { idProduct: 1, idVariant: 12, price: { shown: 15.5, next: 16.5 } },
    ]);
  });

  test.each([
    ['0', { price: 'admin-catalogue.prices.invalidPrice' }],
    ['12,345', { price: 'admin-catalogue.prices.invalidPrice' }],
    ['douze', { price: 'admin-catalogue.prices.invalidPrice' }],
    ['12.50', undefined],
  ])('checks the price %s', (price, errors) => {
    expect(findInvalidNumbers(new Map([[11, { price }]])).get(11)).toEqual(errors);
  });

  test('checks that a stock is a whole number', () => {
    expect(findInvalidNumbers(new Map([[11, { quantity: '1,5' }]])).get(11)).toHaveProperty('quantity');
    expect(findInvalidNumbers(new Map([[11, { quantity: '0' }]])).size).toBe(0);
  });

  test('bases the rows on the values that others have stored meanwhile', () => {
    const stale = new Map([[11, { idVariant: 11, price: 13, stock: { quantity: 18, lastMovement: 9 } }]]);
    const entered = new Map([[11, { price: '14', quantity: '30' }]]);
    expect(toPriceChanges(applyValuesStoredByOthers(variants, stale), entered)).toEqual([
      {
        idProduct: 1,
        idVariant: 11,
        price: { shown: 13, next: 14 },
        stock: { shown: 18, next: 30, lastMovement: 9 },
      },
    ]);
  });

  test('shows the errors of the API at their rows', () => {
    const rows = toPriceChanges(
      variants,
      new Map([
        [11, { quantity: '0' }],
        [12, { price: '9' }],
      ]),
    );
    const errors = toRowErrors(rows, { 'rows.0.stock': 'Negative', 'rows.1.price': 'Changed', 'rows.7.price': 'x' });
    expect([...errors]).toEqual([
      [11, { quantity: 'Negative' }],
      [12, { price: 'Changed' }],
    ]);
  });
});

test('computeProductSummary adds up the counted stock and lists the vintages, the latest first', () => {
  expect(computeProductSummary(product)).toEqual({ minPrice: 12, maxPrice: 15.5, years: [2022, 2021], quantity: 24 });
  expect(computeProductSummary({ variants: [variant({ quantity: null, year: null })] })).toMatchObject({
    years: [],
    quantity: null,
  });
});

test.each([
  ['a variant is always available beside one that is sold out', [null, 0], null],
  ['a variant is always available beside one that is counted', [null, 5], 5],
  ['all variants are sold out', [0, 0], 0],
])('computeProductSummary returns the stock if %s', (_, quantities, expected) => {
  const variants = quantities.map((quantity) => variant({ quantity }));
  expect(computeProductSummary({ variants }).quantity).toBe(expected);
});

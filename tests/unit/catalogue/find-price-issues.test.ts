import { describe, expect, test } from 'vitest';
import { findPriceIssue } from '#shared/catalogue/find-price-issues.ts';
import { findProductFieldIssues } from '#shared/catalogue/find-product-field-issues.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';

const euro = (amount: number, detailType: 'PRODUCT' | 'SHIPPING_FEES' = 'PRODUCT') =>
  ({ type: 'EURO', amount, detailType }) as const;

describe('findPriceIssue', () => {
  test.each([
    ['accepts a price without a discount', { price: 10, discount: null }, null, null],
    ['refuses a price of 0', { price: 0, discount: null }, null, 'price_zero'],
    ['refuses a price that rounds to 0', { price: 0.001, discount: null }, null, 'price_zero'],
    ['accepts a discount below the price', { price: 10, discount: euro(9.99) }, null, null],
    ['refuses a discount of the price', { price: 10, discount: euro(10) }, null, 'discount_above_price'],
    [
      'refuses a discount of the product above the price',
      { price: 4, discount: null },
      euro(5),
      'discount_above_price',
    ],
    ['lets the discount of the variant replace that of the product', { price: 4, discount: euro(1) }, euro(5), null],
    ['ignores a discount on shipping fees', { price: 4, discount: euro(5, 'SHIPPING_FEES') }, null, null],
  ] as const)('%s', (_title, variant, ofProduct, issue) => {
    expect(findPriceIssue(variant, ofProduct)).toBe(issue);
  });
});

test('findProductFieldIssues names the field of each invalid price', () => {
  const product = createProductInput();
  const [first, second] = product.variants;
  const variants = [
    { ...first!, price: 0 },
    { ...second!, discount: { id: 1, ...euro(30) } },
  ];
  expect(findProductFieldIssues({ ...product, variants })).toMatchObject([
    { path: ['variants', 0, 'price'], code: 'price_zero' },
    { path: ['variants', 1, 'discount', 'amount'], code: 'discount_above_price' },
  ]);
  const discount = { id: 1, ...euro(12) };
  expect(findProductFieldIssues({ ...product, discount })).toMatchObject([{ path: ['discount', 'amount'] }]);
});

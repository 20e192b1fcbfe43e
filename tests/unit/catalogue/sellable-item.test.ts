import { describe, expect, test } from 'vitest';
import { computeLinePrice } from '#shared/cart/line-price.ts';
import type { Discount } from '#shared/catalogue/catalogue-contract.ts';
import { toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const discount = (overrides: Partial<Discount> = {}): Discount => ({
  id: 1,
  type: 'EURO',
  amount: 1,
  detailType: 'PRODUCT',
  code: null,
  ...overrides,
});

describe('the sellable item of a product', () => {
  test('contains the chosen variant with its price in cents', () => {
    const magnum = createSampleVariant({
      id: 5,
      price: 29.9,
      capacity: 1.5,
      capacityUnit: 'LITER',
      sellByMultipleOf: 3,
      quantity: 8,
    });
    expect(
      toSellableItem(createSampleWine({ declination: [createSampleVariant(), magnum], vatRate: 5.5 }), magnum),
    ).toEqual({
      id: 5,
      productId: 7,
      type: 'WINE',
      kind: 'red',
      isVintage: true,
      sellByMultipleOf: 3,
      price: 2990,
      discount: null,
      hasShippingFees: true,
      vatRate: 5.5,
      isAlcohol: true,
      setQuantity: true,
      quantity: 8,
      capacity: 1.5,
      capacityUnit: 'LITER',
      contents: [],
    });
  });

  test.each([
    ['the discount of the variant', discount({ amount: 2 }), discount({ amount: 3 }), 2],
    ['the discount of the product if the variant has none', null, discount({ amount: 3 }), 3],
    ['no discount on shipping', discount({ detailType: 'SHIPPING_FEES' }), null, undefined],
    [
      'the discount of the product instead of one on shipping',
      discount({ detailType: 'SHIPPING_FEES' }),
      discount({ amount: 3 }),
      3,
    ],
  ])('contains %s', (_, own, products, amount) => {
    expect(
      toSellableItem(createSampleWine({ discount: products }), createSampleVariant({ discount: own })).discount?.amount,
    ).toBe(amount);
  });

  test('contains the contents of a box', () => {
    const content = {
      idProduct: 7,
      idDeclination: 1,
      slug: 'merlot',
      name: 'Merlot',
      type: 'WINE',
      kind: 'red',
      quantity: 3,
      year: 2022,
      capacity: 75,
      capacityUnit: 'CENTILITRE',
    } as const;
    const box = createSampleWine({ type: { type: 'BOX' }, kind: 'box', isVintage: false, products: [content] });
    expect(toSellableItem(box, createSampleVariant()).contents).toEqual([
      { variantId: 1, type: 'WINE', quantity: 3, capacity: 75, capacityUnit: 'CENTILITRE' },
    ]);
  });

  test('has the price that the page shows', () => {
    const item = toSellableItem(
      createSampleWine(),
      createSampleVariant({ price: 9.95, discount: discount({ type: 'PERCENTAGE', amount: 10 }) }),
    );
    expect(computeLinePrice({ item, quantity: 6 })).toBe(6 * 896);
  });
});

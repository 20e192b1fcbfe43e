import { describe, expect, test } from 'vitest';
import { linePrice } from '#shared/cart/line-price.ts';
import type { Discount } from '#shared/catalogue/catalogue-contract.ts';
import { toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { bottle, wine } from './sample-products.ts';

const discount = (differs: Partial<Discount> = {}): Discount => ({
  id: 1,
  type: 'EURO',
  amount: 1,
  detailType: 'PRODUCT',
  code: null,
  ...differs,
});

describe('what the rules see of a product that the API tells', () => {
  test('is the chosen declination, in cents', () => {
    const magnum = bottle({
      id: 5,
      price: 29.9,
      capacity: 1.5,
      capacityUnit: 'LITER',
      sellByMultipleOf: 3,
      quantity: 8,
    });
    expect(toSellableItem(wine({ declination: [bottle(), magnum], vatRate: 5.5 }), magnum)).toEqual({
      id: 5,
      idProduct: 7,
      type: 'WINE',
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
    ['its own discount', discount({ amount: 2 }), discount({ amount: 3 }), 2],
    ['else the product’s', null, discount({ amount: 3 }), 3],
    ['not one on shipping', discount({ detailType: 'SHIPPING_FEES' }), null, undefined],
    ['but the product’s in its place', discount({ detailType: 'SHIPPING_FEES' }), discount({ amount: 3 }), 3],
  ])('has %s', (_, own, products, amount) => {
    expect(toSellableItem(wine({ discount: products }), bottle({ discount: own })).discount?.amount).toBe(amount);
  });

  test('holds what a box holds', () => {
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
    const box = wine({ type: { type: 'BOX' }, kind: 'box', isVintage: false, products: [content] });
    expect(toSellableItem(box, bottle()).contents).toEqual([
      { idDeclination: 1, type: 'WINE', quantity: 3, capacity: 75, capacityUnit: 'CENTILITRE' },
    ]);
  });

  test('costs what the page says', () => {
    const item = toSellableItem(
      wine(),
      bottle({ price: 9.95, discount: discount({ type: 'PERCENTAGE', amount: 10 }) }),
    );
    expect(linePrice({ item, quantity: 6 })).toBe(6 * 896);
  });
});

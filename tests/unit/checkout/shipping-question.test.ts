import { describe, expect, test } from 'vitest';
import { shippingQuestion, stillChosen } from '#client/features/checkout/delivery/shipping-question.ts';
import { carrier, home, readyOrder } from '#tests/unit/cart/sample-cart.ts';

const at = (own: Partial<typeof home>) => ({
  address: { shipping: { ...home, ...own }, billing: home, billingIsShipping: true },
});
const asked = (cart: Parameters<typeof readyOrder>[0]) => shippingQuestion(readyOrder(cart));

describe('what shipping fees depend on', () => {
  test('articles, postcode, country and code', () => {
    const code = {
      ...({ id: 1, code: 'PORTOFFERT', type: 'PERCENTAGE', amount: 100, detailType: 'SHIPPING_FEES' } as const),
      ...{ value: 5, total: 50, subtotal: 55, shippingFees: 0 },
    };
    const { products } = readyOrder();
    expect(JSON.parse(asked({ ...at({ postalCode: ' 16 100 ' }), discount: code }))).toEqual({
      products: [{ idProduct: products[0]?.product.id, id: 11, quantity: 6 }],
      postalCode: '16 100',
      country: 'FR',
      code: 'PORTOFFERT',
    });
  });

  test('not on street, town or name', () => {
    expect(asked(at({ address: 'ailleurs', city: 'Jarnac', lastname: 'Autre' }))).toBe(asked({}));
  });

  test.each([
    ['nothing is sent', { deliveryType: 'clickAndCollect' } as const],
    ['the cart is empty', { products: [] }],
    ['no country is chosen', at({ country: '' })],
    ['a French postcode is not whole', at({ postalCode: '1610' })],
    ['a French postcode is no number', at({ postalCode: 'Cognac' })],
    ['a foreign one has hardly begun', at({ postalCode: 'SW', country: 'GB' })],
  ])('cannot be asked for while %s', (_, cart) => {
    expect(asked(cart)).toBe('');
  });

  test('can be asked for abroad', () => {
    expect(asked(at({ postalCode: 'SW1A 1AA', country: 'GB' }))).not.toBe('');
  });
});

describe('the carrier after fees have come', () => {
  const [door, relay] = [carrier(), carrier({ id: 3 })];

  test('is the one of before, at the fee of now', () => {
    expect(stillChosen([door, { ...relay, fdp: 0 }], relay)).toEqual({ ...relay, fdp: 0 });
  });

  test('is the only one there is', () => {
    expect(stillChosen([door], relay)).toBe(door);
    expect(stillChosen([door], null)).toBe(door);
  });

  test('is none where the customer has to choose', () => {
    expect(stillChosen([door, relay], null)).toBeNull();
    expect(stillChosen([door, relay], carrier({ id: 9 }))).toBeNull();
    expect(stillChosen([], door)).toBeNull();
  });
});

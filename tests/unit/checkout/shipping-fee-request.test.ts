import { describe, expect, test } from 'vitest';
import { keepOrSelectOnlyCarrier, toFeeRequestBody } from '#client/features/checkout/delivery/use-shipping-fee-sync.ts';
import {
  createSampleCarrier,
  createSampleReadyOrder,
  sampleHomeAddress,
} from '#tests/support/fixtures/sample-checkout.ts';

const at = (overrides: Partial<typeof sampleHomeAddress>) => ({
  address: { shipping: { ...sampleHomeAddress, ...overrides }, billing: sampleHomeAddress, billingIsShipping: true },
});
const questionOf = (cart: Parameters<typeof createSampleReadyOrder>[0]) =>
  toFeeRequestBody(createSampleReadyOrder(cart));

describe('toFeeRequestBody', () => {
  test('contains products, postcode, country and discount code', () => {
    const code = {
      id: 1,
      code: 'PORTOFFERT',
      type: 'PERCENTAGE',
      amount: 100,
      detailType: 'SHIPPING_FEES',
      value: 5,
      total: 50,
      subtotal: 55,
      shippingFees: 0,
    } as const;
    const { products } = createSampleReadyOrder();
    expect(JSON.parse(questionOf({ ...at({ postalCode: ' 16 100 ' }), discount: code }))).toEqual({
      products: [{ idProduct: products[0]?.product.id, id: 11, quantity: 6 }],
      postalCode: '16 100',
      country: 'FR',
      code: 'PORTOFFERT',
    });
  });

  test('ignores street, town and name', () => {
    expect(questionOf(at({ address: 'ailleurs', city: 'Jarnac', lastname: 'Autre' }))).toBe(questionOf({}));
  });

  test.each([
    ['nothing is shipped', { deliveryType: 'clickAndCollect' } as const],
    ['the cart is empty', { products: [] }],
    ['no country is chosen', at({ country: '' })],
    ['a French postcode is incomplete', at({ postalCode: '1610' })],
    ['a French postcode is no number', at({ postalCode: 'Cognac' })],
    ['a foreign postcode has only two characters', at({ postalCode: 'SW', country: 'GB' })],
    ['the postcode is that of another country', at({ postalCode: '16100', country: 'BE' })],
  ])('is empty while %s', (_, cart) => {
    expect(questionOf(cart)).toBe('');
  });

  test('is not empty for a foreign address', () => {
    expect(questionOf(at({ postalCode: 'SW1A 1AA', country: 'GB' }))).not.toBe('');
  });
});

describe('keepOrSelectOnlyCarrier', () => {
  const [door, pickup] = [createSampleCarrier(), createSampleCarrier({ id: 3 })];

  test('returns the chosen carrier with its current fee', () => {
    expect(keepOrSelectOnlyCarrier([door, { ...pickup, fdp: 0 }], pickup)).toEqual({ ...pickup, fdp: 0 });
  });

  test('returns the only carrier', () => {
    expect(keepOrSelectOnlyCarrier([door], pickup)).toBe(door);
    expect(keepOrSelectOnlyCarrier([door], null)).toBe(door);
  });

  test('returns null if the customer has to choose', () => {
    expect(keepOrSelectOnlyCarrier([door, pickup], null)).toBeNull();
    expect(keepOrSelectOnlyCarrier([door, pickup], createSampleCarrier({ id: 9 }))).toBeNull();
    expect(keepOrSelectOnlyCarrier([], door)).toBeNull();
  });
});

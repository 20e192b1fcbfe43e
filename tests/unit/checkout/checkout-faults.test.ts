import { describe, expect, test } from 'vitest';
import { emptyCart } from '#client/features/cart/cart-memory.ts';
import { type CheckoutState, missingForOrder } from '#client/features/checkout/checkout-faults.ts';
import { carrier, home, readyCart, relay } from '#tests/unit/cart/sample-cart.ts';

const ready: CheckoutState = {
  cart: readyCart(),
  confirmation: { terms: true, age: true, birthdate: '' },
  isKnown: true,
  needsBirthdate: false,
  needsAge: true,
};
const missing = (differs: Partial<CheckoutState>) =>
  missingForOrder({ ...ready, ...differs }).map(([field, kind]) => `${field} ${kind}`);
const withCart = (differs: Parameters<typeof readyCart>[0]) => missing({ cart: readyCart(differs) });
const addresses = { shipping: home, billing: home, billingIsShipping: true };

describe('what is missing for an order', () => {
  test('nothing, when everything is there', () => {
    expect(missing({})).toEqual([]);
  });

  test('everything, in the order of the page', () => {
    expect(
      missing({
        cart: emptyCart,
        confirmation: { terms: false, age: false, birthdate: '' },
        isKnown: false,
        needsBirthdate: true,
      }),
    ).toEqual([
      'account account',
      'address.delivery.firstname required',
      'address.delivery.lastname required',
      'address.delivery.address required',
      'address.delivery.postalCode required',
      'address.delivery.city required',
      'address.delivery.country required',
      'delivery.idCarrier carrier',
      'user.phone required',
      'payment payment',
      'user.birthdate birthdate',
      'acceptAge age',
      'acceptTerms terms',
    ]);
  });

  test('spaces are no address', () => {
    expect(withCart({ address: { ...addresses, shipping: { ...home, city: '  ' } } })).toEqual([
      'address.delivery.city required',
    ]);
  });

  test.each([
    ['1610', 'FR', ['address.delivery.postalCode postcode']],
    ['16 100', 'FR', []],
    ['161000', 'FR', ['address.delivery.postalCode postcode']],
    ['1000', 'BE', []],
    ['SW1A 1AA', 'GB', []],
  ])('the postcode %s of %s', (postalCode, country, faults) => {
    expect(withCart({ address: { ...addresses, shipping: { ...home, postalCode, country } } })).toEqual(faults);
  });

  test('a relay point, where the carrier brings to one', () => {
    const pickup = carrier({ id: 3, deliveryType: 'PICKUP' });
    expect(withCart({ carrier: pickup })).toEqual(['delivery.accessPoint access-point']);
    expect(withCart({ carrier: pickup, accessPointAddress: relay })).toEqual([]);
  });

  test('the billing address, where it is another or nothing is sent', () => {
    const billing = { ...home, address: '' };
    const fault = ['address.billing.address required'];
    expect(withCart({ address: { ...addresses, billing } })).toEqual([]);
    expect(withCart({ address: { ...addresses, billing, billingIsShipping: false } })).toEqual(fault);
    expect(withCart({ deliveryType: 'no_delivery', address: { ...addresses, billing } })).toEqual(fault);
  });

  test.each([
    ['', 'delivery', ['user.phone required']],
    ['12', 'delivery', ['user.phone phone']],
    ['call me', 'delivery', ['user.phone phone']],
    ['+33 5 45 00 00 00', 'delivery', []],
    ['', 'no_delivery', []],
    ['12', 'no_delivery', ['user.phone phone']],
  ] as const)('the telephone “%s” for %s', (phone, deliveryType, faults) => {
    expect(withCart({ phone, deliveryType })).toEqual(faults);
  });

  describe('fetched at the estate', () => {
    const fetched = { deliveryType: 'clickAndCollect', carrier: null, phone: '' } as const;

    test.each([
      [{ date: '', idAddress: 1, idSchedule: null }],
      [{ date: '2026-11-24', idAddress: 1, idSchedule: null }],
    ])('day and hour are both needed: %o', (clickAndCollect) => {
      expect(withCart({ ...fetched, clickAndCollect })).toEqual(['idSchedule slot']);
    });

    test('neither carrier nor delivery address nor telephone', () => {
      const address = { ...addresses, shipping: emptyCart.address.shipping };
      const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
      expect(withCart({ ...fetched, clickAndCollect, address })).toEqual([]);
    });
  });

  test('a way of paying that fits the delivery', () => {
    expect(withCart({ payment: null })).toEqual(['payment payment']);
    expect(withCart({ payment: 'AT_PICKUP' })).toEqual(['payment payment']);
    const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
    expect(withCart({ payment: 'AT_PICKUP', deliveryType: 'clickAndCollect', clickAndCollect })).toEqual([]);
  });

  test('age and birthdate only where they are asked for', () => {
    const confirmation = { terms: true, age: false, birthdate: '' };
    expect(missing({ confirmation, needsAge: false })).toEqual([]);
    expect(missing({ confirmation })).toEqual(['acceptAge age']);
    expect(missing({ needsBirthdate: true })).toEqual(['user.birthdate birthdate']);
    expect(
      missing({ needsBirthdate: true, confirmation: { ...confirmation, age: true, birthdate: '1984-05-17' } }),
    ).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { emptyCheckoutDraft } from '#client/features/checkout/checkout-draft.ts';
import { fillFromOrder, isDraftWithoutPostalAddress } from '#client/features/checkout/page/Checkout.tsx';

const home = {
  firstname: 'Aude',
  lastname: 'Roy',
  address: '3 rue du Port',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const office = { ...home, address: '8 quai des Flamands' };
const named = { ...emptyCheckoutDraft.address.shipping, firstname: 'Aude', lastname: 'Roy', country: 'FR' };
const fresh = { address: { shipping: named, billing: named, billingIsShipping: true }, phone: '' };

describe('fillFromOrder', () => {
  test('fills in the addresses and the telephone number of the last order', () => {
    const last = { address: { delivery: home, billing: home }, phone: '05 45 00 00 00' };
    expect(fillFromOrder(fresh, last)).toEqual({
      address: { shipping: home, billing: home, billingIsShipping: true },
      phone: '05 45 00 00 00',
    });
  });

  test('keeps a billing address that differs from the delivery address', () => {
    const { address } = fillFromOrder(fresh, {
      address: { delivery: home, billing: office },
      phone: '',
    });
    expect(address).toEqual({ shipping: home, billing: office, billingIsShipping: false });
  });

  test('fills in the billing address of an order without delivery address', () => {
    const { address } = fillFromOrder(fresh, {
      address: { delivery: null, billing: home },
      phone: '',
    });
    expect(address).toEqual({ shipping: home, billing: home, billingIsShipping: true });
  });

  test.each([
    ['a street', { address: '1 place du Marché' }],
    ['a postcode', { postalCode: '17000' }],
    ['a town', { city: 'Saintes' }],
  ])('changes nothing if the customer has entered %s', (_, names) => {
    const entered = { ...fresh, address: { ...fresh.address, shipping: { ...named, ...names } } };
    expect(isDraftWithoutPostalAddress(entered)).toBe(false);
    expect(fillFromOrder(entered, { address: { delivery: home, billing: home }, phone: '1' })).toEqual(entered);
  });

  test('prefers the telephone number of the account to that of the last order', () => {
    const last = { address: { delivery: home, billing: home }, phone: '05 45 00 00 00' };
    expect(fillFromOrder({ ...fresh, phone: '06 00 00 00 00' }, last).phone).toBe('06 00 00 00 00');
  });
});

import { expect, test } from 'vitest';
import { emptyDraft } from '#client/features/checkout/checkout-draft.ts';
import { isUnaddressed, withLastOrder } from '#client/features/checkout/last-address.ts';

const home = {
  ...{ firstname: 'Aude', lastname: 'Roy', address: '3 rue du Port', addressPart2: '' },
  ...{ postalCode: '16100', city: 'Cognac', country: 'FR' },
};
const office = { ...home, address: '8 quai des Flamands' };
const named = { ...emptyDraft.address.shipping, firstname: 'Aude', lastname: 'Roy', country: 'FR' };
const fresh = { address: { shipping: named, billing: named, billingIsShipping: true }, phone: '' };

test('a customer who comes back finds the addresses and the telephone number of the last order', () => {
  const last = { address: { delivery: home, billing: home }, phone: '05 45 00 00 00' };
  expect(withLastOrder(fresh, last)).toEqual({
    address: { shipping: home, billing: home, billingIsShipping: true },
    phone: '05 45 00 00 00',
  });
});

test('an invoice that went elsewhere goes there again', () => {
  const { address } = withLastOrder(fresh, { address: { delivery: home, billing: office }, phone: '' });
  expect(address).toEqual({ shipping: home, billing: office, billingIsShipping: false });
});

test('what went to a relay point or was fetched leaves the address of its invoice', () => {
  const { address } = withLastOrder(fresh, { address: { delivery: null, billing: home }, phone: '' });
  expect(address).toEqual({ shipping: home, billing: home, billingIsShipping: true });
});

test.each([
  ['a street', { address: '1 place du Marché' }],
  ['a postcode', { postalCode: '17000' }],
  ['a town', { city: 'Saintes' }],
])('%s that somebody has typed stays, and the rest is theirs to say', (_, typed) => {
  const begun = { ...fresh, address: { ...fresh.address, shipping: { ...named, ...typed } } };
  expect(isUnaddressed(begun)).toBe(false);
  expect(withLastOrder(begun, { address: { delivery: home, billing: home }, phone: '1' })).toEqual(begun);
});

test('the telephone number of the account comes before that of the last order', () => {
  const last = { address: { delivery: home, billing: home }, phone: '05 45 00 00 00' };
  expect(withLastOrder({ ...fresh, phone: '06 00 00 00 00' }, last).phone).toBe('06 00 00 00 00');
});

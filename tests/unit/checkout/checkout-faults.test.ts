import { describe, expect, test } from 'vitest';
import { emptyDraft } from '#client/features/checkout/checkout-draft.ts';
import { missingForOrder, type OrderRequirements } from '#client/features/checkout/checkout-faults.ts';
import { carrier, home, pickupPoint, readyOrder } from '#tests/unit/cart/sample-cart.ts';

const ready: OrderRequirements = {
  draft: readyOrder(),
  confirmation: { terms: true, age: true, birthdate: '' },
  isKnown: true,
  needsBirthdate: false,
  needsAge: true,
};
const missing = (differs: Partial<OrderRequirements>) =>
  missingForOrder({ ...ready, ...differs }).map(([field, kind]) => `${field} ${kind}`);
const withDraft = (differs: Parameters<typeof readyOrder>[0]) => missing({ draft: readyOrder(differs) });
const addresses = { shipping: home, billing: home, billingIsShipping: true };

describe('what is missing for an order', () => {
  test('nothing, when everything is there', () => {
    expect(missing({})).toEqual([]);
  });

  test('everything, in the order of the page', () => {
    expect(
      missing({
        draft: emptyDraft,
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
    expect(withDraft({ address: { ...addresses, shipping: { ...home, city: '  ' } } })).toEqual([
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
    expect(withDraft({ address: { ...addresses, shipping: { ...home, postalCode, country } } })).toEqual(faults);
  });

  test('a relay point, where the carrier brings to one', () => {
    const pickup = carrier({ id: 3, deliveryType: 'PICKUP' });
    expect(withDraft({ carrier: pickup })).toEqual(['delivery.accessPoint access-point']);
    expect(withDraft({ carrier: pickup, accessPointAddress: pickupPoint })).toEqual([]);
  });

  test('the billing address, where it is another or nothing is sent', () => {
    const billing = { ...home, address: '' };
    const fault = ['address.billing.address required'];
    expect(withDraft({ address: { ...addresses, billing } })).toEqual([]);
    expect(withDraft({ address: { ...addresses, billing, billingIsShipping: false } })).toEqual(fault);
    expect(withDraft({ deliveryType: 'no_delivery', address: { ...addresses, billing } })).toEqual(fault);
  });

  test.each([
    ['', 'delivery', ['user.phone required']],
    ['12', 'delivery', ['user.phone phone']],
    ['call me', 'delivery', ['user.phone phone']],
    ['+33 5 45 00 00 00', 'delivery', []],
    ['', 'no_delivery', []],
    ['12', 'no_delivery', ['user.phone phone']],
  ] as const)('the telephone “%s” for %s', (phone, deliveryType, faults) => {
    expect(withDraft({ phone, deliveryType })).toEqual(faults);
  });

  describe('fetched at the estate', () => {
    const fetched = { deliveryType: 'clickAndCollect', carrier: null, phone: '' } as const;

    test.each([
      [{ date: '', idAddress: 1, idSchedule: null }],
      [{ date: '2026-11-24', idAddress: 1, idSchedule: null }],
    ])('day and hour are both needed: %o', (clickAndCollect) => {
      expect(withDraft({ ...fetched, clickAndCollect })).toEqual(['idSchedule slot']);
    });

    test('neither carrier nor delivery address nor telephone', () => {
      const address = { ...addresses, shipping: emptyDraft.address.shipping };
      const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
      expect(withDraft({ ...fetched, clickAndCollect, address })).toEqual([]);
    });
  });

  test('a way of paying that fits the delivery', () => {
    expect(withDraft({ payment: null })).toEqual(['payment payment']);
    expect(withDraft({ payment: 'AT_PICKUP' })).toEqual(['payment payment']);
    const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
    expect(withDraft({ payment: 'AT_PICKUP', deliveryType: 'clickAndCollect', clickAndCollect })).toEqual([]);
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

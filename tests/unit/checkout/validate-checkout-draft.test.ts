import { describe, expect, test } from 'vitest';
import { emptyCheckoutDraft } from '#client/features/checkout/checkout-draft.ts';
import { type DraftValidationInput, validateCheckoutDraft } from '#client/features/checkout/validate-checkout-draft.ts';
import {
  createSampleCarrier,
  createSampleReadyOrder,
  sampleHomeAddress,
  samplePickupPointAddress,
} from '#tests/support/fixtures/sample-checkout.ts';

const ready: DraftValidationInput = {
  draft: createSampleReadyOrder(),
  confirmation: { acceptsTerms: true, isAdult: true },
  isLoggedIn: true,
  needsBirthdate: false,
  needsAge: true,
};
const missing = (overrides: Partial<DraftValidationInput>) =>
  validateCheckoutDraft({ ...ready, ...overrides }).map(([field, kind]) => `${field} ${kind}`);
const withDraft = (overrides: Parameters<typeof createSampleReadyOrder>[0]) =>
  missing({ draft: createSampleReadyOrder(overrides) });
const addresses = { shipping: sampleHomeAddress, billing: sampleHomeAddress, billingIsShipping: true };

describe('validateCheckoutDraft', () => {
  test('returns nothing for a complete order', () => {
    expect(missing({})).toEqual([]);
  });

  test('returns all fields of an empty order in the order of the page', () => {
    expect(
      missing({
        draft: emptyCheckoutDraft,
        confirmation: { acceptsTerms: false, isAdult: false },
        isLoggedIn: false,
        needsBirthdate: true,
      }),
    ).toEqual([
      'user.email required',
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

  test('treats white space as an empty field', () => {
    expect(withDraft({ address: { ...addresses, shipping: { ...sampleHomeAddress, city: '  ' } } })).toEqual([
      'address.delivery.city required',
    ]);
  });

  test.each([
    ['1610', 'FR', ['address.delivery.postalCode postcode']],
    ['16 100', 'FR', []],
    ['161000', 'FR', ['address.delivery.postalCode postcode']],
    ['1000', 'BE', []],
    ['16100', 'BE', ['address.delivery.postalCode postcode']],
    ['SW1A 1AA', 'GB', []],
    ['anything', 'HK', []],
  ])('checks the postcode “%s” of %s', (postalCode, country, expected) => {
    expect(withDraft({ address: { ...addresses, shipping: { ...sampleHomeAddress, postalCode, country } } })).toEqual(
      expected,
    );
  });

  test('requires a pickup point if the carrier delivers to one', () => {
    const pickup = createSampleCarrier({ id: 3, deliveryType: 'PICKUP' });
    expect(withDraft({ carrier: pickup })).toEqual(['delivery.accessPoint pickup-point']);
    expect(withDraft({ carrier: pickup, pickupPoint: samplePickupPointAddress })).toEqual([]);
  });

  test('requires the billing address if it differs or nothing is shipped', () => {
    const billing = { ...sampleHomeAddress, address: '' };
    const expected = ['address.billing.address required'];
    expect(withDraft({ address: { ...addresses, billing } })).toEqual([]);
    expect(withDraft({ address: { ...addresses, billing, billingIsShipping: false } })).toEqual(expected);
    expect(withDraft({ deliveryType: 'no_delivery', address: { ...addresses, billing } })).toEqual(expected);
  });

  test.each([
    ['', 'delivery', ['user.phone required']],
    ['12', 'delivery', ['user.phone phone']],
    ['call me', 'delivery', ['user.phone phone']],
    ['+33 5 45 00 00 00', 'delivery', []],
    ['', 'no_delivery', []],
    ['12', 'no_delivery', ['user.phone phone']],
  ] as const)('checks the telephone number “%s” for %s', (phone, deliveryType, expected) => {
    expect(withDraft({ phone, deliveryType })).toEqual(expected);
  });

  describe('click-and-collect', () => {
    const collected = { deliveryType: 'clickAndCollect', carrier: null, phone: '' } as const;

    test.each([
      [{ date: '', idAddress: 1, idSchedule: null }],
      [{ date: '2026-11-24', idAddress: 1, idSchedule: null }],
    ])('requires day and slot: %o', (clickAndCollect) => {
      expect(withDraft({ ...collected, clickAndCollect })).toEqual(['idSchedule slot']);
    });

    test('requires no carrier, delivery address or telephone number', () => {
      const address = { ...addresses, shipping: emptyCheckoutDraft.address.shipping };
      const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
      expect(withDraft({ ...collected, clickAndCollect, address })).toEqual([]);
    });
  });

  test('requires a payment method that fits the delivery', () => {
    expect(withDraft({ payment: null })).toEqual(['payment payment']);
    expect(withDraft({ payment: 'AT_PICKUP' })).toEqual(['payment payment']);
    const clickAndCollect = { date: '2026-11-24', idAddress: 1, idSchedule: 5 };
    expect(withDraft({ payment: 'AT_PICKUP', deliveryType: 'clickAndCollect', clickAndCollect })).toEqual([]);
  });

  test.each([
    ['guest', '', ['user.email required']],
    ['guest', 'camille@mail', ['user.email email']],
    ['guest', ' camille@mail.example ', []],
    ['login', 'camille@mail.example', ['account account']],
    ['register', 'camille@mail.example', ['account account']],
  ] as const)('checks a customer without a session in the mode “%s” with the email address “%s”', (...args) => {
    const [customerMode, email, expected] = args;
    expect(missing({ isLoggedIn: false, draft: createSampleReadyOrder({ customerMode, email }) })).toEqual(expected);
  });

  test('requires age and birthdate only if the site asks for them', () => {
    const confirmation = { acceptsTerms: true, isAdult: false };
    expect(missing({ confirmation, needsAge: false })).toEqual([]);
    expect(missing({ confirmation })).toEqual(['acceptAge age']);
    expect(missing({ needsBirthdate: true })).toEqual(['user.birthdate birthdate']);
    expect(missing({ needsBirthdate: true, draft: createSampleReadyOrder({ birthdate: '1984-05-17' }) })).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { createOrderBody, toOrderDeliveryType } from '#client/features/checkout/order-body.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import {
  createSampleCarrier,
  createSampleReadyOrder,
  sampleHomeAddress,
  samplePickupPointAddress,
} from '#tests/support/fixtures/sample-checkout.ts';

const shown = { total: 12_345, email: '', birthdate: '', acceptTerms: true };
const body = (overrides: Parameters<typeof createSampleReadyOrder>[0] = {}, request: Partial<typeof shown> = {}) => {
  const order = createSampleReadyOrder(overrides);
  return createOrderBody(order, order, { ...shown, ...request });
};

describe('createOrderBody', () => {
  test('contains products, addresses and the displayed total for home delivery', () => {
    expect(body()).toEqual({
      products: [{ id: 11, quantity: 6 }],
      user: { phone: '05 45 00 00 00' },
      address: { delivery: sampleHomeAddress, billing: sampleHomeAddress },
      delivery: {
        type: 'DELIVERY',
        idCarrier: 1,
        serviceName: 'Livraison à domicile',
        serviceCode: 'DOMICILE',
        servicePrice: 13.9,
      },
      deliveryPostalCode: '16100',
      deliveryIdCountry: 'FR',
      payment: 'TRANSFER',
      total: 123.45,
      acceptTerms: true,
    });
  });

  test('contains the id of the pickup point and no postcode for pickup-point delivery', () => {
    const { delivery, deliveryPostalCode } = body({
      carrier: createSampleCarrier({ id: 3, deliveryType: 'PICKUP' }),
      pickupPoint: samplePickupPointAddress,
    });
    expect(delivery).toMatchObject({ type: 'PICKUP', idCarrier: 3, accessPoint: { id: '2' } });
    expect(deliveryPostalCode).toBeUndefined();
  });

  test('omits a formerly chosen pickup point for home delivery', () => {
    expect(body({ pickupPoint: samplePickupPointAddress }).delivery).not.toHaveProperty('accessPoint');
  });

  test('contains day and slot, and no carrier or delivery address, for click-and-collect', () => {
    const collected = body({
      deliveryType: 'clickAndCollect',
      clickAndCollect: { date: '2026-11-24', idAddress: 1, idSchedule: 5 },
      payment: 'AT_PICKUP',
    });
    expect(collected).toMatchObject({ dateSchedule: '2026-11-24', idSchedule: 5, payment: 'AT_PICKUP' });
    expect(collected.delivery).toEqual({ type: 'CLICK_AND_COLLECT' });
    expect(collected.address.delivery).toBeNull();
    expect(collected.address.billing).toEqual(sampleHomeAddress);
  });

  test('contains no delivery address for an order without delivery', () => {
    expect(body({ deliveryType: 'no_delivery' })).toMatchObject({
      delivery: { type: 'NO_DELIVERY' },
      address: { delivery: null },
    });
  });

  test('contains a billing address that differs', () => {
    const billing = { ...sampleHomeAddress, lastname: 'Comptoir' };
    const { address } = body({ address: { shipping: sampleHomeAddress, billing, billingIsShipping: false } });
    expect(address).toEqual({ delivery: sampleHomeAddress, billing });
  });

  test('converts country codes to upper case', () => {
    const shipping = { ...sampleHomeAddress, country: 'be' };
    const { address, deliveryIdCountry } = body({
      address: { shipping, billing: sampleHomeAddress, billingIsShipping: true },
    });
    expect(address.delivery?.country).toBe('BE');
    expect(deliveryIdCountry).toBe('BE');
  });

  test('omits discount code, message, email address and birthdate if they are empty', () => {
    expect(body({ message: '  ' })).not.toHaveProperty('message');
    const discount = {
      id: 1,
      code: 'BIENVENUE10',
      type: 'PERCENTAGE',
      amount: 10,
      detailType: 'PRODUCT',
      value: 5,
      total: 50,
      subtotal: 55,
      shippingFees: 0,
    } as const;
    expect(
      body({ message: 'Au portail, 4711.', discount }, { email: 'camille@mail.example', birthdate: '1984-05-17' }),
    ).toMatchObject({
      discount: { code: 'BIENVENUE10' },
      message: 'Au portail, 4711.',
      user: { email: 'camille@mail.example', birthdate: '1984-05-17' },
    });
  });

  test.each([
    [{}],
    [{ carrier: createSampleCarrier({ deliveryType: 'PICKUP' }), pickupPoint: samplePickupPointAddress }],
    [
      {
        deliveryType: 'clickAndCollect',
        clickAndCollect: { date: '2026-11-24', idAddress: 1, idSchedule: 5 },
      },
    ],
    [{ deliveryType: 'no_delivery', payment: null, message: 'Merci' }],
  ] as const)('matches the contract of the API: %o', (cart) => {
    expect(checkoutContract['POST /order'].body.safeParse(body(cart)).error).toBeUndefined();
  });
});

describe('toOrderDeliveryType', () => {
  test.each([
    ['delivery', createSampleCarrier(), 'DELIVERY'],
    ['delivery', createSampleCarrier({ deliveryType: 'PICKUP' }), 'PICKUP'],
    ['delivery', null, 'DELIVERY'],
    ['clickAndCollect', null, 'CLICK_AND_COLLECT'],
    ['clickAndCollect', createSampleCarrier(), 'CLICK_AND_COLLECT'],
    ['no_delivery', createSampleCarrier({ deliveryType: 'PICKUP' }), 'NO_DELIVERY'],
  ] as const)('derives from %s with %o the type %s', (deliveryType, chosen, expected) => {
    expect(toOrderDeliveryType({ deliveryType, carrier: chosen })).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { orderBody, orderDelivery } from '#client/features/checkout/order-body.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import { carrier, home, pickupPoint, readyOrder } from '#tests/unit/cart/sample-cart.ts';

const sent = { total: 12_345, birthdate: '', acceptTerms: true };
const body = (differs: Parameters<typeof readyOrder>[0] = {}, own: Partial<typeof sent> = {}) => {
  const order = readyOrder(differs);
  return orderBody(order, order, { ...sent, ...own });
};

describe('the call that places an order', () => {
  test('to the door: what is wanted, where to, and what the customer was shown', () => {
    expect(body()).toEqual({
      products: [{ id: 11, quantity: 6 }],
      user: { phone: '05 45 00 00 00' },
      address: { delivery: home, billing: home },
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

  test('to a relay point: its id, and no postcode to compare', () => {
    const { delivery, deliveryPostalCode } = body({
      carrier: carrier({ id: 3, deliveryType: 'PICKUP' }),
      accessPointAddress: pickupPoint,
    });
    expect(delivery).toMatchObject({ type: 'PICKUP', idCarrier: 3, accessPoint: { id: '2' } });
    expect(deliveryPostalCode).toBeUndefined();
  });

  test('to the door: a relay point of before is not sent', () => {
    expect(body({ accessPointAddress: pickupPoint }).delivery).not.toHaveProperty('accessPoint');
  });

  test('fetched at the estate: day and slot, and nothing of a carrier or delivery address of before', () => {
    const fetched = body({
      deliveryType: 'clickAndCollect',
      clickAndCollect: { date: '2026-11-24', idAddress: 1, idSchedule: 5 },
      payment: 'AT_PICKUP',
    });
    expect(fetched).toMatchObject({ dateSchedule: '2026-11-24', idSchedule: 5, payment: 'AT_PICKUP' });
    expect(fetched.delivery).toEqual({ type: 'CLICK_AND_COLLECT' });
    expect(fetched.address.delivery).toBeNull();
    expect(fetched.address.billing).toEqual(home);
  });

  test('without delivery', () => {
    expect(body({ deliveryType: 'no_delivery' })).toMatchObject({
      delivery: { type: 'NO_DELIVERY' },
      address: { delivery: null },
    });
  });

  test('the bill to another address', () => {
    const billing = { ...home, lastname: 'Comptoir' };
    const { address } = body({ address: { shipping: home, billing, billingIsShipping: false } });
    expect(address).toEqual({ delivery: home, billing });
  });

  test('a country that was typed in small letters', () => {
    const shipping = { ...home, country: 'be' };
    const { address, deliveryIdCountry } = body({ address: { shipping, billing: home, billingIsShipping: true } });
    expect(address.delivery?.country).toBe('BE');
    expect(deliveryIdCountry).toBe('BE');
  });

  test('code, message and birthdate only where there are any', () => {
    expect(body({ message: '  ' })).not.toHaveProperty('message');
    const discount = {
      ...({ id: 1, code: 'BIENVENUE10', type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT' } as const),
      ...{ value: 5, total: 50, subtotal: 55, shippingFees: 0 },
    };
    expect(body({ message: 'Au portail, 4711.', discount }, { birthdate: '1984-05-17' })).toMatchObject({
      discount: { code: 'BIENVENUE10' },
      message: 'Au portail, 4711.',
      user: { birthdate: '1984-05-17' },
    });
  });

  test.each([
    [{}],
    [{ carrier: carrier({ deliveryType: 'PICKUP' }), accessPointAddress: pickupPoint }],
    [
      {
        deliveryType: 'clickAndCollect',
        clickAndCollect: { date: '2026-11-24', idAddress: 1, idSchedule: 5 },
      },
    ],
    [{ deliveryType: 'no_delivery', payment: null, message: 'Merci' }],
  ] as const)('the API understands it: %o', (cart) => {
    expect(checkoutContract['POST /order'].body.safeParse(body(cart)).error).toBeUndefined();
  });
});

describe('how an order is delivered', () => {
  test.each([
    ['delivery', carrier(), 'DELIVERY'],
    ['delivery', carrier({ deliveryType: 'PICKUP' }), 'PICKUP'],
    ['delivery', null, 'DELIVERY'],
    ['clickAndCollect', null, 'CLICK_AND_COLLECT'],
    ['clickAndCollect', carrier(), 'CLICK_AND_COLLECT'],
    ['no_delivery', carrier({ deliveryType: 'PICKUP' }), 'NO_DELIVERY'],
  ] as const)('%s with %o', (deliveryType, chosen, expected) => {
    expect(orderDelivery({ deliveryType, carrier: chosen })).toBe(expected);
  });
});

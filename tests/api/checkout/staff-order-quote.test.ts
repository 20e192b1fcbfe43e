import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffOrderBody } from '#shared/checkout/staff-checkout-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { createTelephoneOrderInput } from '#tests/support/fixtures/staff-order-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(api.db, 40);
  await createOrderAndStockActions(api).setStock({ 11: 100 });
  staff = await createCustomer(api, { role: 'ADMIN' });
});

describe('POST /admin/order/quote', () => {
  const quote = (body: object) =>
    call<'POST /admin/order/quote'>('/admin/order/quote', { method: 'POST', body, headers: staff.headers });

  const enterOrder = async (body: StaffOrderBody) => {
    const options = { method: 'POST', body, headers: staff.headers } as const;
    return (await call<'POST /admin/order'>('/admin/order', options)).data.order;
  };

  test('quotes the amounts that the order then has', async () => {
    const products = [{ id: 11, quantity: 6 }];
    const { data } = await quote({
      products,
      code: 'cinq',
      delivery: { type: 'DELIVERY', idCarrier: 1 },
      destination: { postalCode: '16100', country: 'FR' },
    });
    const { total, discount } = await enterOrder(createTelephoneOrderInput({ products, discount: { code: 'CINQ' } }));
    expect([data.total, data.discount]).toEqual([total, discount]);
    expect(data.lines).toMatchObject([{ id: 11, quantity: 6 }]);
    expect(data.carriers.map(({ id }) => id)).toContain(1);
    expect(data.sellsAlcohol).toBe(true);
  });

  test('offers payment at the estate for collections and for orders that are paid', async () => {
    const methodsOf = async (settlement: string, type: string) =>
      (await quote({ products: [{ id: 11, quantity: 6 }], settlement, delivery: { type } })).data.payments.map(
        ({ method }) => method,
      );
    expect(await methodsOf('OPEN', 'DELIVERY')).not.toContain('AT_PICKUP');
    const received = ['CASH', 'CARD_TERMINAL', 'TRANSFER', 'CHEQUE'];
    expect(await methodsOf('PAID', 'DELIVERY')).toEqual(received);
    expect(await methodsOf('TAKEN_AWAY', 'CLICK_AND_COLLECT')).toEqual(received);
    expect(await methodsOf('OPEN', 'CLICK_AND_COLLECT')).toContain('AT_PICKUP');
  });

  test('quotes the prices of a delivery below the minimum of bottles, and states how many are missing', async () => {
    const destination = { postalCode: '16100', country: 'FR' };
    const { status, data } = await quote({
      products: [{ id: 11, quantity: 1 }],
      delivery: { type: 'DELIVERY' },
      destination,
    });
    expect([status, data.carriers, data.lines[0]?.quantity]).toEqual([200, [], 1]);
    expect(data.shipmentIssue).toEqual({ reason: 'too_few_bottles', bottles: 1, min: 2, max: 60 });
    const enough = await quote({ products: [{ id: 11, quantity: 2 }], delivery: { type: 'DELIVERY' }, destination });
    expect(enough.data.shipmentIssue).toBeNull();
  });

  test('names the line that exceeds the stock', async () => {
    const answer = await quote({ products: [{ id: 11, quantity: 102 }], delivery: { type: 'CLICK_AND_COLLECT' } });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([409, ['products.0']]);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { DiscountCodeInput } from '#shared/discounts/discount-code-input.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { CollectionScheduleInput } from '#shared/shipping/collection-schedule-input.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let neighbour: Customer;

const schedule = {
  address: 1,
  schedules: [{ id: 5, weekdays: ['monday', 'friday'], from: '09:00', to: '12:00', capacity: 2 }],
  closures: [{ from: '2027-03-08', to: '2027-03-12', reason: 'Salon' }],
};

beforeAll(async () => {
  for (const id of [40, 41]) {
    await insertSite(api.db, id);
    await withSiteTransaction(api.db, id, async (tx) => {
      await saveItem(tx, 'address', EstateAddressInput.parse({ ...sampleInputs.address?.input, id: 1 }));
      await saveItem(tx, 'collection-schedule', CollectionScheduleInput.parse(schedule));
      await saveItem(tx, 'discount-code', DiscountCodeInput.parse({ id: 1, code: 'BONJOUR', type: 'EURO', amount: 5 }));
    });
  }
  admin = await createCustomer(api, { role: 'ADMIN' });
  neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
  const collection = {
    deliveryType: 'CLICK_AND_COLLECT',
    collectionScheduleId: 5,
    collectionDate: '2027-03-08',
  } as const;
  await seedOrder(api, admin, { order: { discount: 500, total: 3_100, ...collection, number: 'B-1' }, codeId: 1 });
  await seedOrder(api, admin, { order: { discount: 500, total: 3_100 }, codeId: 1 });
  await seedOrder(api, admin, { order: { state: 'CANCELLED', discount: 500, ...collection }, codeId: 1 });
});

const read = async (path: string, user = admin) => {
  const { status, text } = await api.call(`/admin/${path}`, { headers: user.headers, site: user.site });
  return { status, data: JSON.parse(text).data };
};

test('GET /admin/discount-code/use sums up the orders that were not cancelled', async () => {
  expect(await read('discount-code/use')).toEqual({
    status: 200,
    data: { uses: [{ idCode: 1, orders: 2, discount: 10, total: 62 }] },
  });
  expect((await read('discount-code/use', neighbour)).data).toEqual({ uses: [] });
});

test('GET /admin/collection-calendar shows every slot of the month with its orders and closures', async () => {
  const { data } = await read('collection-calendar?address=1&month=3&year=2027');
  expect(data.slots.map(({ date }: { date: string }) => date)).toEqual([
    '2027-03-01',
    '2027-03-05',
    '2027-03-08',
    '2027-03-12',
    '2027-03-15',
    '2027-03-19',
    '2027-03-22',
    '2027-03-26',
    '2027-03-29',
  ]);
  expect(data.slots[0]).toMatchObject({ from: '09:00', to: '12:00', capacity: 2, isClosed: false, orders: [] });
  expect(data.slots[2]).toMatchObject({ isClosed: true, orders: [{ number: 'B-1', customer: 'Camille Vignaud' }] });
  expect(data.closures).toEqual(schedule.closures);
});

test('GET /admin/collection-calendar shows no orders of another estate and refuses an unknown address', async () => {
  const { data } = await read('collection-calendar?address=1&month=3&year=2027', neighbour);
  expect(data.slots.flatMap(({ orders }: { orders: unknown[] }) => orders)).toEqual([]);
  expect(await read('collection-calendar?address=7&month=3&year=2027')).toMatchObject({ status: 404 });
});

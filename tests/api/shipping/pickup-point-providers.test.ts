import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { PickupPointService } from '#server/api/shipping/pickup-point-service.ts';
import { createPickupPointDirectory } from '#server/api/shipping/pickup-points.ts';
import { defineCarrierResource, definePickupPointResource } from '#server/api/shipping/shipping-resources.ts';
import { carriers } from '#server/api/shipping/shipping-tables.ts';
import { saveExternalApp } from '#server/api/site/site-resources.ts';
import { refuse } from '#shared/outcome.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const locker: PickupPoint = {
  id: 'carrier:7',
  name: 'Consigne de la gare',
  addLine1: '1 place de la Gare',
  zipCode: '16100',
  city: 'Cognac',
  country: 'FR',
  position: null,
  icon: 'locker',
  openingHours: '',
};

/** Replaces the response of the carrier's service. */
let respond: (() => Promise<readonly unknown[]>) | null = null;
const calls: { secret: unknown; isInTransaction: boolean }[] = [];

/** The pickup point service of carrier 2, with points in addition to those that the estate has entered. */
const carrierPoints: PickupPointService = {
  id: 'carrier',
  serviceCodes: ['RELAY'],
  near: async (_search, { secret }) => {
    calls.push({ secret, isInTransaction: api.db.$client.idleCount < api.db.$client.totalCount });
    return respond ? respond() : [locker];
  },
  byId: async (id) => (id === locker.id ? locker : null),
};

const createPickupOrder = (id: string, idCarrier: number) =>
  createPlaceOrderInput({
    delivery: { type: 'PICKUP', idCarrier, accessPoint: { id } },
    address: { billing: createPlaceOrderInput().address.delivery },
  });

const pickupPoints = createPickupPointDirectory([carrierPoints], { timeoutMs: 500 });
const api = await startTestApi({ providers: { ...apiProviders, pickupPoints } });

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShopSettings(api.db, 40);
  await createOrderAndStockActions(api).setStock({ 11: 100 });
  await withSiteTransaction(api.db, 40, (tx) =>
    saveExternalApp(tx, { app: 'CARRIER', public: {}, secret: { apiKey: 'key-40' } }),
  );
});
beforeEach(() => {
  respond = null;
  calls.length = 0;
});

const listIds = async (idCarrier?: number, site = 40) => {
  const body = { postalCode: '16100', city: 'Cognac', ...(idCarrier && { idCarrier }) };
  const options = { method: 'POST', body, site } as const;
  return (await api.call<'POST /relay/access-points'>('/relay/access-points', options)).data.accessPoints.map(
    ({ id }) => id,
  );
};

test('the list merges the pickup points of every provider', async () => {
  const { accessPoints } = (
    await api.call<'POST /relay/access-points'>('/relay/access-points', {
      method: 'POST',
      body: { postalCode: '16100', city: 'Cognac' },
    })
  ).data;
  expect(accessPoints).toContainEqual(locker);
  expect(accessPoints.length).toBeGreaterThan(1);
});

test('a provider with a network of its own finds nothing for another carrier', async () => {
  await withSiteTransaction(api.db, 40, async (tx) => {
    const [pickupCarrier] = await tx.select().from(carriers).where(eq(carriers.id, 2));
    if (pickupCarrier) await tx.insert(carriers).values({ ...pickupCarrier, id: 77, serviceCode: 'OTHER' });
  });
  expect(await listIds(2)).toContain(locker.id);
  expect(await listIds(77)).toContain('1');
  expect(await listIds(77)).not.toContain(locker.id);
});

test('a service is called with the keys of the estate and outside of transactions', async () => {
  await listIds(2);
  expect(calls).toEqual([{ secret: { apiKey: 'key-40' }, isInTransaction: false }]);
});

test('an estate without keys at the service has none of its points', async () => {
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow' });
  await seedShopSettings(api.db, 41);
  expect(await listIds(2, 41)).not.toContain(locker.id);
  expect(calls).toEqual([]);
});

test.each([
  ['fails', () => Promise.reject(new Error('down'))],
  ['does not answer', () => new Promise<never>(() => {})],
  ['answers with something else', async () => [{ id: 'carrier:8' }, null, { ...locker, id: '1' }]],
])('the points of the estate are listed if the service %s', async (_, answer) => {
  respond = answer;
  expect(await listIds(77)).toEqual(await listIds(2));
  expect((await listIds(2)).filter((id) => id === '1')).toHaveLength(1);
});

test('a carrier with a service needs no pickup point in the list of the estate', async () => {
  await insertSite(api.db, 42);
  const carrier = {
    id: 90,
    position: 9,
    name: 'Relais',
    serviceCode: 'RELAY',
    deliveryType: 'PICKUP',
    rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: null, price: 5 }] }],
  };
  const save = (hasService: boolean) =>
    withSiteTransaction(api.db, 42, (tx) => defineCarrierResource(() => hasService).save(tx, carrier));
  expect(await save(false)).toMatchObject({ ok: false, refusal: 'pickup_points_missing' });
  expect(await save(true)).toMatchObject({ ok: true });
});

test('the last pickup point in the list can be deleted if every carrier has a service', async () => {
  const point = { name: 'Épicerie', addLine1: '1, quai du Port', zipCode: '16100', city: 'Cognac', country: 'FR' };
  const position = { latitude: 45.69, longitude: -0.33 };
  await withSiteTransaction(api.db, 42, (tx) =>
    saveItem(tx, 'pickup-point', { ...point, id: 1, coordinates: position }),
  );
  const remove = (hasService: boolean) =>
    withSiteTransactionOrRollback<null, string>(
      api.db,
      42,
      async (tx) => (await definePickupPointResource(() => hasService).remove?.(tx, 1)) ?? refuse('none'),
    );
  expect(await remove(false)).toMatchObject({ ok: false, refusal: 'still_used_by' });
  expect(await remove(true)).toMatchObject({ ok: true });
});

test.each([locker.id, '1'])('an order accepts the pickup point %s', async (id) => {
  const customer = await createCustomer(api);
  const placed = await createOrderAndStockActions(api).placeOrder(customer, createPickupOrder(id, 2));
  expect(placed.status).toBe(200);
  const { order } = (await api.call<'GET /order/{id}'>(`/order/${placed.data.id}`, { headers: customer.headers })).data;
  expect(order.accessPoint?.id).toBe(id);
});

test('an order with another carrier refuses the pickup point of a carrier', async () => {
  const placed = await createOrderAndStockActions(api).placeOrder(
    await createCustomer(api),
    createPickupOrder(locker.id, 77),
  );
  expect([placed.status, Object.keys(placed.errors ?? {})]).toEqual([422, ['delivery.accessPoint']]);
});

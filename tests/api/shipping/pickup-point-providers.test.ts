import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { estatePickupPointProvider } from '#server/api/shipping/estate-pickup-points.ts';
import { createPickupPointRegistry, type PickupPointProvider } from '#server/api/shipping/pickup-points.ts';
import { carriers } from '#server/api/shipping/shipping-tables.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderActions } from '#tests/support/fixtures/order-actions.ts';
import { placeOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const locker: PickupPoint = {
  id: 'carrier-7',
  name: 'Consigne de la gare',
  addLine1: '1 place de la Gare',
  zipCode: '16100',
  city: 'Cognac',
  country: 'FR',
  position: null,
  icon: 'locker',
  openingHours: '',
};

/** A carrier's service with pickup points in addition to those in the estate's own list. */
const carrierPoints: PickupPointProvider = {
  near: async (_tx, { carrierId }) => (carrierId === null || carrierId === 2 ? [locker] : []),
  byId: async (_tx, { id, carrierId }) => (id === locker.id && carrierId === 2 ? locker : null),
};

const createPickupOrder = (id: string, idCarrier: number) =>
  placeOrderInput({
    delivery: { type: 'PICKUP', idCarrier, accessPoint: { id } },
    address: { billing: placeOrderInput().address.delivery },
  });

const pickupPoints = createPickupPointRegistry([estatePickupPointProvider, carrierPoints]);
const api = await startTestApi({ providers: { ...apiProviders, pickupPoints } });

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedShop(api.db, 40);
  await createOrderActions(api).setStock({ 11: 100 });
});

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
    if (pickupCarrier) await tx.insert(carriers).values({ ...pickupCarrier, id: 77 });
  });
  const idsFor = async (idCarrier: number) => {
    const body = { postalCode: '16100', city: 'Cognac', idCarrier };
    const { data } = await api.call<'POST /relay/access-points'>('/relay/access-points', { method: 'POST', body });
    return data.accessPoints.map(({ id }) => id);
  };
  expect(await idsFor(2)).toContain(locker.id);
  expect(await idsFor(77)).toContain('1');
  expect(await idsFor(77)).not.toContain(locker.id);
});

test.each([locker.id, '1'])('an order accepts the pickup point %s', async (id) => {
  const customer = await createCustomer(api);
  const placed = await createOrderActions(api).placeOrder(customer, createPickupOrder(id, 2));
  expect(placed.status).toBe(200);
  const { order } = (await api.call<'GET /order/{id}'>(`/order/${placed.data.id}`, { headers: customer.headers })).data;
  expect(order.accessPoint?.id).toBe(id);
});

test('an order with another carrier refuses the pickup point of a carrier', async () => {
  const placed = await createOrderActions(api).placeOrder(await createCustomer(api), createPickupOrder(locker.id, 77));
  expect([placed.status, Object.keys(placed.errors ?? {})]).toEqual([422, ['delivery.accessPoint']]);
});

import { beforeAll, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { estatePickupPoints } from '#server/api/shipping/estate-pickup-points.ts';
import { createPickupPoints, type PickupPointProvider } from '#server/api/shipping/pickup-points.ts';
import type { AccessPoint } from '#shared/shipping/shipping-contract.ts';
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { fillEstate } from '#tests/support/fixtures/fill-estate.ts';
import { fillShop } from '#tests/support/fixtures/fill-shop.ts';
import { orderWish } from '#tests/support/fixtures/order-wish.ts';
import { ordering } from '#tests/support/fixtures/ordering.ts';
import { testApi } from '#tests/support/servers/test-api.ts';

const locker: AccessPoint = {
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

/** A carrier's service, beside the estate's own list. */
const carrierPoints: PickupPointProvider = {
  near: async () => [locker],
  byId: async (_tx, id) => (id === locker.id ? locker : null),
};

const pickupPoints = createPickupPoints([estatePickupPoints, carrierPoints]);
const api = await testApi({ providers: { ...apiProviders, pickupPoints } });

beforeAll(async () => {
  await fillEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await fillShop(api.db, 40);
  await ordering(api).fill({ 11: 100 });
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

test.each([locker.id, '1'])('an order may name pickup point %s', async (id) => {
  const customer = await newCustomer(api);
  const delivery = { type: 'PICKUP' as const, idCarrier: 2, accessPoint: { id } };
  const body = orderWish({ delivery, address: { billing: orderWish().address.delivery } });
  const placed = await ordering(api).order(customer, body);
  expect(placed.status).toBe(200);
  const { order } = (await api.call<'GET /order/{id}'>(`/order/${placed.data.id}`, { headers: customer.headers })).data;
  expect(order.accessPoint?.id).toBe(id);
});

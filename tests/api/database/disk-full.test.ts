import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let camille: Customer;
let placeOrder: ReturnType<typeof createOrderAndStockActions>['placeOrder'];

beforeAll(async () => {
  api = await startTestApi();
  const actions = createOrderAndStockActions(api);
  ({ placeOrder } = actions);
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Estate' });
  await seedShopSettings(api.db, 40);
  await actions.setStock({ 11: 1_000 });
  camille = await createCustomer(api);
});

const input = () => createPlaceOrderInput({ products: [{ id: 11, quantity: 6 }] });

test('an order for which the database has no space is a 503 with a clear sentence, and succeeds afterwards', async () => {
  // PostgreSQL raises the same error when it cannot extend a table.
  await api.db.execute(sql`
    create or replace function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await api.db.execute(sql`
    create or replace trigger fill_disk before insert on orders for each row execute function fill_disk()`);
  const refused = await placeOrder(camille, input());
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.message).toMatch(/^L’enregistrement n’a pas été possible, car le serveur n’a plus d’espace/);
  expect(api.log).toContainEqual(expect.objectContaining({ code: 'disk_full', disk: 'database', level: 50 }));

  await api.db.execute(sql`drop trigger fill_disk on orders`);
  expect((await api.app.inject('/readyz')).body).toBe('ok\n');
  expect(api.log).toContainEqual(expect.objectContaining({ code: 'disk_has_space', disk: 'database' }));
  expect((await placeOrder(camille, input())).status).toBe(200);
});

import { afterAll, expect, test } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
await insertSite(database.db, 40);
await database.db.$client.query(`update sites set folder = 'first' where id = 40`);
const db = createDatabasePool({ connectionString: database.url }, { statementTimeoutMs: 300 });
const api = await startTestApi({ database: { ...database, db } });
afterAll(() => db.$client.end());

const readRefusals = async () => {
  const { values = [] } = (await api.metrics.registry.getSingleMetric('cuvee_refusals_total')?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels: { status, cause }, value }) => [`${status} ${cause}`, value]));
};

test('the API counts its refusals by cause: attempts, a folder of another site, a lock in the database', async () => {
  const ask = () => api.call('/password/reset/ask', { method: 'PUT', body: { identifier: 'anne@customer.example' } });
  let status = 200;
  for (let attempt = 0; attempt < 100 && status !== 429; attempt++) ({ status } = await ask());
  expect(await readRefusals()).toEqual({ '429 rate_limit': 1 });

  const headers = { 'x-api-secret': testApiSecret, 'x-site-folder': 'second' };
  expect((await api.call('/variation', { headers })).status).toBe(503);
  expect(await readRefusals()).toMatchObject({ '503 not_imported': 1 });

  const holder = await database.db.$client.connect();
  await holder.query('begin; lock table users');
  expect(
    (
      await api.call('/password/reset/ask', {
        method: 'PUT',
        body: { identifier: 'x@y.example' },
        headers: { 'x-api-secret': testApiSecret, 'x-client-address': '203.0.113.9' },
      })
    ).status,
  ).toBe(503);
  await holder.query('rollback');
  holder.release();
  expect(await readRefusals()).toEqual({ '429 rate_limit': 1, '503 not_imported': 1, '503 database': 1 });
});

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { openPool } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { protectTables } from '#server/api/database/protect-tables.ts';
import { createTestDatabase, executeOnServer } from '#tests/support/servers/create-test-database.ts';

const migrations = join(import.meta.dirname, '../../../server/api/database/migrations');
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp();
});

/** Copies the migrations before 0003 to a temporary folder. */
async function copyEarlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-migrations-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await cp(migrations, folder, { recursive: true });
  const journalPath = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalPath, 'utf8')) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx < 3);
  await writeFile(journalPath, JSON.stringify(journal));
  return folder;
}

test('migration 0003 sets the actor of existing moves, even when the owner is not a superuser', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseServer'));
  const owner = new URL(url);
  owner.username = `owner_${owner.pathname.slice(-12)}`;
  await executeOnServer(url, `create role ${owner.username} login createrole nosuperuser`);
  cleanups.push(async () => {
    await drop();
    await executeOnServer(inject('databaseServer'), `drop role ${owner.username}`);
  });
  await executeOnServer(url, `alter database ${owner.pathname.slice(1)} owner to ${owner.username}`);
  await executeOnServer(url, `alter schema public owner to ${owner.username}`);
  await executeOnServer(url, `grant cuvee_app to ${owner.username} with admin option`);

  const client = new pg.Client({ connectionString: owner.href });
  await client.connect();
  await applyMigrations(drizzle(client), { migrationsFolder: await copyEarlierMigrations() });
  await protectTables(client);
  await client.query(`
    begin;
    select set_config('app.site_id', '40', true);
    insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
      values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
    insert into orders (id, number, email, lang, state, delivery_type, bottles, subtotal, discount, shipping_fees, total,
        vat, billing_address, phone, message, payment_method, terms_version)
      values (1, '2026-00001', '', 'fr_FR', 'PAID', 'DELIVERY', 1, 1, 0, 0, 1, '[]', '{}', '', '', 'TRANSFER', '');
    insert into order_state_moves (order_id, state, by_user_id) values (1, 'PENDING', null), (1, 'PAID', 7);
    commit;`);
  await client.end();

  const db = openPool({ connectionString: owner.href });
  cleanups.push(() => db.$client.end());
  await migrate(db, async () => {});
  const { rows: forced } = await db.$client.query(
    `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'order_state_moves'`,
  );
  expect(forced).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  expect(await readMoves(owner.href)).toEqual([
    { state: 'PENDING', actor: 'customer' },
    { state: 'PAID', actor: 'staff' },
  ]);
});

async function readMoves(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`select set_config('app.site_id', '40', false)`);
  const { rows } = await client.query('select state, actor from order_state_moves order by id');
  await client.end();
  return rows;
}

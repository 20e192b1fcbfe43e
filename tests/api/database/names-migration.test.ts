import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiProviders } from '#server/api/api-providers.ts';
import { stock } from '#server/api/catalogue/stock-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { migrate } from '#server/api/database/migrate.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readCodeByKey } from '#server/api/discounts/discounts-repository.ts';
import { prepareJobTables } from '#server/api/jobs/prepare-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { sendMail } from '#server/api/mail/send-mail.ts';
import { attachTermsPdf } from '#server/api/orders/documents/terms-pdf.ts';
import {
  countCollectionsPerSlot,
  readOrder,
  readStateChangesOfOrders,
} from '#server/api/orders/order-reading-repository.ts';
import { takeNextOrderSequenceNumber } from '#server/api/orders/order-repository.ts';
import { changeOrderState } from '#server/api/orders/state/change-order-state.ts';
import { readCollectionPlace, readPickupPoint } from '#server/api/shipping/shipping-repository.ts';
import { createDatabaseBeforeMigrationNumber, runAsSiteOwner } from '#tests/support/servers/older-database.ts';

/**
 * A file with the rows that the version before migration 0006 wrote, by table. They are, for each of two estates, its
 * import, an edit of discount code 2 by staff, and three orders of one customer with their queued mails.
 */
const rowsFile = join(import.meta.dirname, '../../support/fixtures/rows-before-0006.json');
const sites = [40, 41];

let db: Db;
let outboxDir: string;
let uneditedBefore: string[];

beforeAll(async () => {
  outboxDir = await mkdtemp(join(tmpdir(), 'cuvee-outbox-'));
  const tables = JSON.parse(await readFile(rowsFile, 'utf8')) as Record<string, Record<string, unknown>[]>;
  db = await createDatabaseBeforeMigrationNumber(6);
  for (const site of sites) await fillSite(site, tables);
  // The rows were inserted with their ids, which does not advance the sequences, so they are advanced here.
  await db.$client.query(`select setval('order_state_moves_id_seq', 100), setval('mails_id_seq', 100)`);
  uneditedBefore = await readUneditedRows('kind');
  await migrate(db, prepareJobTables);
});
afterAll(() => rm(outboxDir, { recursive: true }));

const fillSite = (site: number, tables: Readonly<Record<string, Record<string, unknown>[]>>) =>
  runAsSiteOwner(db, site, async (client) => {
    for (const [table, rows] of Object.entries(tables)) {
      const rowsOfSite = rows.filter((row) => (row.site_id ?? row.id) === site);
      const columns = Object.keys(rowsOfSite[0] ?? {}).map((column) => `"${column}"`);
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rowsOfSite)],
      );
    }
  });

/** Reads site, table and key of the imported rows that staff have not edited, which the next import may replace. */
async function readUneditedRows(nameColumn: 'kind' | 'table_name'): Promise<string[]> {
  const found: string[] = [];
  for (const site of sites)
    await runAsSiteOwner(db, site, async (client) => {
      const { rows: tables } = await client.query(`select distinct ${nameColumn} as name from import_rows`);
      for (const { name } of tables) {
        const key = (await readKeyColumns(client, name)).map((column) => `t."${column}"`);
        const { rows } = await client.query(
          `select i.key from ${name} t join import_rows i on i.${nameColumn} = $1 and i.key = jsonb_build_array(${key})::text
            where i.hash = coalesce(
              md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text(i.columns) c)::text), '')`,
          [name],
        );
        found.push(...rows.map((row) => `${site} ${name} ${row.key}`));
      }
    });
  return found.sort();
}

async function readKeyColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary and a.attname <> 'site_id'
      order by array_position(i.indkey::smallint[], a.attnum)`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const newTableNames: Readonly<Record<string, string>> = {
  declinations: 'variants',
  relay_points: 'pickup_points',
  pickup_places: 'collection_places',
  pickup_schedules: 'collection_schedules',
  page_layouts: 'page_sections',
};

describe.each(sites)('migration 0006 of a database with orders, at site %i', (site) => {
  test('keeps the deliveries, collections and state changes of orders', async () => {
    await withSiteTransaction(db, site, async (tx) => {
      const [first = 0] = await orderIds(site);
      expect(await readOrder(tx, first + 1)).toMatchObject({
        pickupPoint: { id: '1', city: 'Cognac' },
        collection: null,
      });
      expect(await readOrder(tx, first + 2)).toMatchObject({
        pickupPoint: null,
        collectionScheduleId: 1,
        collectionDate: '2026-11-25',
        collection: { from: '10:00', to: '12:00', place: `Domaine estate-${site}` },
      });
      expect(await readStateChangesOfOrders(tx, [first + 1])).toMatchObject([
        { state: 'PENDING', actor: 'customer', staff: null, changedAt: expect.any(Date) },
        { state: 'PAID', actor: 'staff', staff: expect.any(String) },
      ]);
      expect(await countCollectionsPerSlot(tx, [1], '2026-11-25', '2026-11-26')).toMatchObject([{ taken: 1 }]);
      expect(await takeNextOrderSequenceNumber(tx)).toBe(4);
    });
  });

  test('keeps places, pickup points and the conditions of codes', async () => {
    await withSiteTransaction(db, site, async (tx) => {
      expect(await readCollectionPlace(tx, 1)).toMatchObject({ schedules: [{ id: 1 }, { id: 2 }] });
      expect(await readPickupPoint(tx, 1)).toMatchObject({ name: 'Épicerie du Port' });
      expect(await readCodeByKey(tx, 'BONJOUR')).toMatchObject({
        maxUses: 20,
        maxUsesPerCustomer: 2,
        minGoods: 4990,
      });
    });
  });

  test('protects the stock of what was sold from imports, since migration 0011', async () => {
    const rows = await withSiteTransaction(db, site, (tx) => tx.select().from(stock));
    const moved = rows.filter(({ lastMovedAt }) => lastMovedAt !== null).map(({ variantId }) => variantId);
    expect(moved.sort()).toEqual([101, 102]);
  });

  test('returns the stock of an older order when it is cancelled', async () => {
    const quantities = () =>
      withSiteTransaction(db, site, async (tx) =>
        Object.fromEntries((await tx.select().from(stock)).map(({ variantId, quantity }) => [variantId, quantity])),
      );
    const before = await quantities();
    const [orderId = 0] = await orderIds(site);
    const change = { orderId, state: 'CANCELLED', actor: 'staff' } as const;
    const context = { timeZone: 'Europe/Paris', origin: 'https://estate.example', payments: apiProviders.payments };
    const changed = await withSiteTransaction(db, site, (tx) => changeOrderState(tx, change, context));
    expect(changed.ok).toBe(true);
    // The order contains three bottles of red and two boxes, each with two bottles of red and one of white.
    const after = await quantities();
    expect([after[101]! - before[101]!, after[102]! - before[102]!]).toEqual([7, 2]);
  });

  test('sends a queued mail with its attachment', async () => {
    const queued = await withSiteTransaction(db, site, (tx) => tx.select().from(mails));
    const { id } = queued.find(({ attachments }) => attachments.length > 0)!;
    const transport = createMailTransport({ smtpUrl: null, dataDir: outboxDir });
    const { signal } = new AbortController();
    const dependencies = { transport, attachmentBuilders: { terms: attachTermsPdf } };
    expect(await sendMail(db, site, id, dependencies, signal)).toBe('sent');
    transport.close();
    const [file] = (await readdir(join(outboxDir, 'outbox'))).filter((name) => name.endsWith(`-${site}-${id}.eml`));
    expect(await readFile(join(outboxDir, 'outbox', file!), 'utf8')).toContain('application/pdf');
  });
});

async function orderIds(site: number): Promise<number[]> {
  const { rows } = await runAsSiteOwner(db, site, (client) => client.query('select id from orders order by id'));
  return rows.map(({ id }) => id);
}

test('migration 0006 lets the next import replace the same rows as before', async () => {
  const expected = uneditedBefore.map((row) => row.replace(/ (\w+) /, (_, name) => ` ${newTableNames[name] ?? name} `));
  expect(expected).toContain('40 discount_codes [1]');
  expect(expected).not.toContain('40 discount_codes [2]');
  expect(await readUneditedRows('table_name')).toEqual(expected.sort());
});

test('migration 0006 leaves no former name in the schema and keeps every table protected', async () => {
  const { rows: names } = await db.$client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select conname from pg_constraint where connamespace = 'public'::regnamespace
    union select attname from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not attisdropped`);
  const former = /declination|relay|access_point|pickup_(?!point)|state_move|layout|least|by_user|import_rows.*kind/;
  expect(names.length).toBeGreaterThan(300);
  expect(names.map(({ name }) => name).filter((name) => former.test(name))).toEqual([]);
  const { rows: unprotected } = await db.$client.query(`
    select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (relrowsecurity and relforcerowsecurity
       and has_table_privilege('cuvee_app', c.oid, 'select, insert, update, delete'))`);
  expect(unprotected).toEqual([]);
});

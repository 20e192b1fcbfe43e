import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { siteChangeStreamRoute } from '#server/api/changes/change-stream.ts';
import {
  notifyHostingChanged,
  notifySiteChanged,
  siteChangesChannel,
} from '#server/api/changes/notify-site-changed.ts';
import { openSiteChangeFeed, type SiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const apiSecret = 'a secret of this test';
const app = Fastify();
let database: TestDatabase;
let changes: SiteChangeFeed;
let address: string;

beforeAll(async () => {
  database = await openTestDatabase();
  await insertSite(database.db, 40);
  await insertSite(database.db, 41);
  changes = await openSiteChangeFeed(database.connection);
  await app.register(siteChangeStreamRoute, { db: database.db, changes, apiSecrets: [apiSecret] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/internal/changes`;
});
afterAll(async () => {
  await app.close();
  await changes.close();
});

/** Opens the stream of changes, whose events can then be read individually. */
async function listen(query = '') {
  const abort = new AbortController();
  const response = await fetch(address + query, { headers: { 'x-api-secret': apiSecret }, signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<{ event: string; data: unknown }> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) return { event, data: JSON.parse(data) };
      } else {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream ended');
        text += value;
      }
    }
  };
  return { next, stop: () => abort.abort(), type: response.headers.get('content-type') };
}

let counts: Record<number, number>;
let versions: Record<number, string>;
const version = expect.stringMatching(/^\d+\.\d+$/);
beforeEach(async () => {
  const { rows } = await database.db.execute<{ id: number; change_count: number; xmin: string }>(
    sql`select id, change_count, xmin::text from sites`,
  );
  versions = Object.fromEntries(rows.map((row) => [row.id, `${row.change_count}.${row.xmin}`]));
  counts = Object.fromEntries(rows.map((row) => [row.id, row.change_count]));
});
const change = (site: number) => withSiteTransaction(database.db, site, notifySiteChanged);

test('the stream sends the list of sites and then each committed change', async () => {
  const stream = await listen();
  expect(stream.type).toBe('text/event-stream');
  expect(await stream.next()).toEqual({
    event: 'sites',
    data: {
      sites: [
        { id: 40, changes: counts[40], version: versions[40] },
        { id: 41, changes: counts[41], version: versions[41] },
      ],
    },
  });
  await change(41);
  expect(await stream.next()).toEqual({ event: 'change', data: { site: 41, version } });
  stream.stop();
});

test('the changes of a transaction are one event with the version that the list of sites has after it', async () => {
  const stream = await listen();
  await stream.next();
  await withSiteTransaction(database.db, 40, async (tx) => {
    await notifySiteChanged(tx);
    await notifySiteChanged(tx);
  });
  const changed = await stream.next();
  const later = await listen();
  const { data } = (await later.next()) as { data: { sites: { id: number; version: string }[] } };
  const { version: present = '' } = data.sites.find(({ id }) => id === 40) ?? {};
  expect(changed).toEqual({ event: 'change', data: { site: 40, version: present } });
  expect(present).not.toBe(versions[40]);
  await withSiteTransaction(database.db, 41, notifySiteChanged);
  expect(await stream.next()).toMatchObject({ event: 'change', data: { site: 41 } });
  stream.stop();
  later.stop();
});

test('the stream sends a change without a version for an API process of an earlier version', async () => {
  const stream = await listen();
  await stream.next();
  await database.db.execute(sql`select pg_notify(${siteChangesChannel}, '41')`);
  expect(await stream.next()).toEqual({ event: 'change', data: { site: 41 } });
  stream.stop();
});

test('the stream omits a change that is rolled back', async () => {
  const stream = await listen();
  await stream.next();
  const failing = withSiteTransaction(database.db, 40, async (tx) => {
    await notifySiteChanged(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await change(41);
  expect(await stream.next()).toEqual({ event: 'change', data: { site: 41, version } });
  stream.stop();
});

test('the stream sends hosts and languages that staff have edited, and null once they are those of site.json', async () => {
  const edit = (hostingEditedAt: Date | null) =>
    withSiteTransaction(database.db, 41, async (tx) => {
      await tx.update(sites).set({ hostingEditedAt }).where(eq(sites.id, 41));
      await notifyHostingChanged(tx);
    });
  const hosting = {
    hosts: [{ name: 'estate-41.example', lang: 'fr_FR' }],
    origins: { fr_FR: 'https://estate-41.example' },
    languages: ['fr_FR'],
    defaultLang: 'fr_FR',
  };
  const stream = await listen();
  await stream.next();
  await edit(new Date());
  expect(await stream.next()).toEqual({ event: 'hosting', data: { site: 41, hosting } });
  const later = await listen();
  expect(await later.next()).toMatchObject({
    event: 'sites',
    data: { sites: [{ id: 40 }, { id: 41, hosting }] },
  });
  later.stop();
  await edit(null);
  expect(await stream.next()).toEqual({ event: 'hosting', data: { site: 41, hosting: null } });
  stream.stop();
});

test('the stream reports all sites as changed after a lost connection and then continues', async () => {
  const stream = await listen();
  await stream.next();
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cuvee changes %' and datname = current_database()`,
  );
  expect(await stream.next()).toEqual({ event: 'all', data: {} });
  await change(40);
  expect(await stream.next()).toEqual({ event: 'change', data: { site: 40, version } });
  stream.stop();
});

test.each([[{}], [{ 'x-api-secret': 'another' }]])(
  'the stream responds with 403 without the secret: %j',
  async (headers) => {
    for (const query of ['', '?list=on']) {
      const response = await fetch(address + query, { headers: headers as Record<string, string> });
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('Estate');
    }
  },
);

const listed = {
  id: 41,
  name: 'Estate 41',
  folder: null,
  timeZone: 'Europe/Paris',
  cookieDomain: null,
  hosts: [{ name: 'estate-41.example', lang: 'fr_FR' }],
  origins: { fr_FR: 'https://estate-41.example' },
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
};

test('the stream lists all properties of the sites on request, and sends a changed and a removed one', async () => {
  const stream = await listen('?list=on');
  expect(await stream.next()).toMatchObject({ event: 'list', data: { sites: [{ id: 40 }, listed] } });
  expect(await stream.next()).toMatchObject({ event: 'sites', data: { sites: [{ id: 40 }, { id: 41 }] } });
  const edit = (values: Partial<typeof sites.$inferInsert>) =>
    withSiteTransaction(database.db, 41, async (tx) => {
      await tx.update(sites).set(values).where(eq(sites.id, 41));
      await notifyHostingChanged(tx);
    });
  await edit({ name: 'Renamed' });
  const renamed = { site: 41, hosting: null, listed: { ...listed, name: 'Renamed' } };
  expect(await stream.next()).toEqual({ event: 'hosting', data: renamed });
  await edit({ removedAt: new Date() });
  expect(await stream.next()).toEqual({ event: 'hosting', data: { site: 41, hosting: null, listed: null } });
  await edit({ name: 'Estate 41', removedAt: null });
  stream.stop();
});

test('the stream lists thousands of sites in parts, each of them once, and then counts all', async () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => index + 1_000);
  const rows = ids.map((id) => ({ ...listed, id, languages: ['fr_FR' as const], defaultLang: 'fr_FR' as const }));
  await database.db
    .insert(sites)
    .values(rows.map((row) => ({ ...row, hosts: [{ name: 'a.example', lang: 'fr_FR' as const }] })));
  const stream = await listen('?list=on');
  const found: number[] = [];
  for (;;) {
    const { event, data } = (await stream.next()) as { event: string; data: { sites: { id: number }[] } };
    const idsOfPart = data.sites.map(({ id }) => id);
    if (event === 'sites') {
      expect(idsOfPart).toEqual(found);
      break;
    }
    expect(event).toBe('list');
    expect(idsOfPart.length).toBeLessThanOrEqual(500);
    for (const id of idsOfPart) found.push(id);
  }
  expect(found).toEqual([40, 41, ...ids]);
  stream.stop();
});

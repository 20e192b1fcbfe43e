import { beforeAll, expect, test } from 'vitest';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import {
  countVisitOncePerDay,
  deleteExpiredVisits,
  maxVisitSourcesPerDay,
} from '#server/api/site/count-visit-once-per-day.ts';
import { countedVisitorsOfToday, visitCounts, visitSalts } from '#server/api/site/site-tables.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

const sites = [40, 41, 42, 43, 44, 45];
beforeAll(async () => {
  for (const id of sites) await seedEstate(api.db, api.filesDir, { id, mark: `Estate ${id}` });
});

const runInSite = <T>(site: number, work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(api.db, site, work);
const countsOf = (site: number) =>
  runInSite(site, async (tx) => {
    const rows = await tx.select().from(visitCounts);
    return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
  });
const clientAddress = (address: string, userAgent = 'test') => ({
  headers: { 'x-api-secret': testApiSecret, 'x-client-address': address, 'user-agent': userAgent },
});

test('countVisitOncePerDay counts each visitor once a day, under the first source, and stores no address', async () => {
  await call('/site/visit/newsletter', clientAddress('192.0.2.1'));
  await call('/site/visit/flyer', clientAddress('192.0.2.1'));
  await call('/site/visit/flyer', clientAddress('192.0.2.2'));
  await call('/site/visit/flyer', clientAddress('192.0.2.3'));
  expect(await countsOf(40)).toEqual({ newsletter: 1, flyer: 2 });
  const stored = await runInSite(40, (tx) => tx.select().from(countedVisitorsOfToday));
  expect(stored).toHaveLength(3);
  expect(JSON.stringify(stored)).not.toContain('192.0.2');
  expect(await countsOf(41)).toEqual({});
});

test('countVisitOncePerDay counts one visitor for a network, whatever its user agents and addresses are', async () => {
  await call('/site/visit/poster', { site: 42, ...clientAddress('2001:db8:9:1::1', 'Firefox') });
  await call('/site/visit/poster', { site: 42, ...clientAddress('2001:db8:9:1::2', 'Chromium') });
  await call('/site/visit/poster', { site: 42, ...clientAddress('::ffff:192.0.2.77', 'Firefox') });
  await call('/site/visit/poster', { site: 42, ...clientAddress('192.0.2.77', 'curl') });
  expect(await countsOf(42)).toEqual({ poster: 2 });
});

test('countVisitOncePerDay ignores a client address without the API secret', async () => {
  await call('/site/visit/x', { headers: { 'x-client-address': '192.0.2.50' } });
  await call('/site/visit/x', { headers: { 'x-client-address': '192.0.2.51' } });
  expect(await countsOf(40)).toMatchObject({ x: 1 });
});

test('countVisitOncePerDay deletes the salt of an earlier day', async () => {
  await runInSite(41, (tx) => tx.insert(visitSalts).values({ day: '2020-01-01', salt: 'old' }));
  await call('/site/visit/x', { site: 41 });
  const salts = await runInSite(41, (tx) => tx.select().from(visitSalts));
  expect(salts.map(({ salt }) => salt)).not.toContain('old');
});

test('countVisitOncePerDay counts simultaneous first visitors under one salt', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call('/site/visit/y', { site: 42, ...clientAddress(`198.51.100.${index}`) }),
    ),
  );
  expect(await runInSite(42, (tx) => tx.select().from(visitSalts))).toHaveLength(1);
  expect(await countsOf(42)).toMatchObject({ y: 8 });
});

test('GET /site/visit/{source} responds to a network beyond its limit without counting or storing anything', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 320; index += 1) {
    const { status } = await call('/site/visit/z', { site: 43, ...clientAddress(`2001:db8:2:${index}::1`) });
    statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countsOf(43)).toEqual({ z: 300 });
  expect(await runInSite(43, (tx) => tx.select().from(countedVisitorsOfToday))).toHaveLength(300);
});

test('countVisitOncePerDay counts the sources beyond the limit of a day together', async () => {
  const now = new Date('2026-05-01T12:00:00Z');
  await runInSite(44, async (tx) => {
    for (let index = 0; index < maxVisitSourcesPerDay + 5; index += 1)
      await countVisitOncePerDay(tx, `source-${index}`, `2001:db8:1:${index}::1`, now);
    await countVisitOncePerDay(tx, 'source-0', '192.0.2.2', now);
  });
  const counts = await countsOf(44);
  expect(Object.keys(counts)).toHaveLength(maxVisitSourcesPerDay + 1);
  expect(counts).toMatchObject({ 'source-0': 2, 'source-199': 1, other: 5 });
});

test("countVisitOncePerDay counts a visit on the day of the estate's time zone, and keeps its visitors until that day has ended", async () => {
  const visitor = '192.0.2.9';
  const readDays = () =>
    runInSite(45, async (tx) => ({
      counts: (await tx.select().from(visitCounts)).map(({ day }) => day).sort(),
      visitors: (await tx.select().from(countedVisitorsOfToday)).map(({ day }) => day).sort(),
    }));
  await runInSite(45, async (tx) => {
    await countVisitOncePerDay(tx, 'direct', visitor, new Date('2026-05-15T21:30:00Z'));
    await countVisitOncePerDay(tx, 'direct', visitor, new Date('2026-05-15T22:30:00Z'));
    await deleteExpiredVisits(tx, new Date('2026-05-15T21:45:00Z'));
  });
  expect(await readDays()).toEqual({ counts: ['2026-05-15', '2026-05-16'], visitors: ['2026-05-15', '2026-05-16'] });
  await runInSite(45, (tx) => deleteExpiredVisits(tx, new Date('2026-05-15T22:45:00Z')));
  expect((await readDays()).visitors).toEqual(['2026-05-16']);
});

test('deleteExpiredVisits deletes visitors after their day and counts after 25 months', async () => {
  const visitor = '192.0.2.1';
  await runInSite(41, async (tx) => {
    await tx.delete(visitCounts);
    for (const day of ['2024-04-14', '2024-04-16', '2026-05-15', '2026-05-16'])
      await countVisitOncePerDay(tx, day, visitor, new Date(`${day}T12:00:00Z`));
    await deleteExpiredVisits(tx, new Date('2026-05-16T03:00:00Z'));
  });
  expect(Object.keys(await countsOf(41)).sort()).toEqual(['2024-04-16', '2026-05-15', '2026-05-16']);
  const days = await runInSite(41, (tx) => tx.select({ day: countedVisitorsOfToday.day }).from(countedVisitorsOfToday));
  expect(days.map(({ day }) => day)).not.toContain('2026-05-15');
  expect(days.map(({ day }) => day)).toContain('2026-05-16');
});

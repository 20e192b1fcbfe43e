import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { consentDailyTasks } from '#server/api/consent/consent-jobs.ts';
import { cookieConsentRecords } from '#server/api/consent/consent-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { seedEstates40And41 } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;

beforeAll(() => seedEstates40And41(api));
beforeEach(async () => {
  await db.$client.query('delete from rate_limits');
  for (const site of [40, 41]) await withSiteTransaction(db, site, (tx) => tx.delete(cookieConsentRecords));
});

const choice = { accepted: ['WEB_ANALYTICS'], refused: ['ADS'], revision: 7, textVersion: '2026-11-22' };
const record = (body: object = {}, options: { site?: number; lang?: string } = {}) =>
  call<'POST /consent'>('/consent', { method: 'POST', body: { id: randomUUID(), ...choice, ...body }, ...options });
const readRecords = (site = 40) => withSiteTransaction(db, site, (tx) => tx.select().from(cookieConsentRecords));

describe('POST /consent', () => {
  test('stores the choice with its time under the random id, and nothing about the visitor', async () => {
    const id = randomUUID();
    const { status, data } = await record({ id }, { lang: 'en' });
    expect(status).toBe(200);
    const recordedAt = new Date(data.recordedAt);
    expect(Math.abs(Date.now() - recordedAt.getTime())).toBeLessThan(60_000);
    const erasedAfter = new Date(recordedAt);
    erasedAfter.setUTCMonth(erasedAfter.getUTCMonth() + 25);
    const [row] = await readRecords();
    expect(row).toEqual({ siteId: 40, id: row?.id, consentId: id, ...choice, lang: 'en', recordedAt, erasedAfter });
  });

  test('keeps every change of a choice, and the sites apart', async () => {
    const id = randomUUID();
    await record({ id });
    await record({ id, accepted: [], refused: ['WEB_ANALYTICS', 'ADS'] });
    await record({}, { site: 41 });
    expect((await readRecords()).map(({ accepted }) => accepted)).toEqual([['WEB_ANALYTICS'], []]);
    expect(await readRecords(41)).toHaveLength(1);
  });

  test.each([
    ['an id that is not random', { id: 'camille@mail.example' }],
    ['an unknown service', { accepted: ['TRACKER'] }],
    ['a service both accepted and refused', { refused: ['WEB_ANALYTICS'] }],
    ['a field about the visitor', { email: 'camille@mail.example' }],
    ['a text version that is no date', { textVersion: 'x'.repeat(1_000) }],
  ])('rejects %s with 400 and stores nothing', async (_, body) => {
    expect((await record(body)).status).toBe(400);
    expect(await readRecords()).toEqual([]);
  });

  test('limits the choices of one network', async () => {
    const { points } = rateLimitRules['consent-client'];
    for (let calls = 0; calls < points; calls++) expect((await record()).status).toBe(200);
    const refused = await record();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await readRecords()).toHaveLength(points);
  });
});

test('GET /admin/consent lists the choices of the own site for staff, the newest first', async () => {
  const { headers } = await createCustomer(api, { role: 'ADMIN' });
  const id = randomUUID();
  await record();
  await record({ id });
  await record({}, { site: 41 });
  const { data } = await call<'GET /admin/consent'>('/admin/consent', { headers });
  expect(data.total).toBe(2);
  expect(data.choices[0]).toMatchObject({ id, ...choice, lang: 'fr_FR' });
});

test('the daily job erases records after 25 months', async () => {
  await record();
  await record();
  const [first] = await readRecords();
  await db.$client.query(`update consent_records set erased_after = now() - interval '1 minute' where id = $1`, [
    first?.id,
  ]);
  await withSiteTransaction(db, 40, async (tx) => {
    for (const task of Object.values(consentDailyTasks)) await task(tx);
  });
  expect((await readRecords()).map(({ id }) => id)).not.toContain(first?.id);
  expect(await readRecords()).toHaveLength(1);
});

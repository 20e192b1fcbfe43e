import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { createReadinessCheck } from '#server/api/readiness-check.ts';

const log = pino({ level: 'silent' });
const filesDir = mkdtempSync(join(tmpdir(), 'cuvee-files-'));
const databaseWith = (query: () => Promise<unknown>) => ({ $client: { query } }) as unknown as Db;
const noDrift = async () => '';
const sites = (hasSites: boolean) => databaseWith(async () => ({ rows: [{ hasSites }] }));

test('an API with sites is ready only if the folder of its files exists', async () => {
  expect(await createReadinessCheck(sites(true), filesDir, log, noDrift)()).toBe(true);
  expect(await createReadinessCheck(sites(true), '/no/such/folder', log, noDrift)()).toBe(false);
});

test('an API without sites needs no folder of files yet', async () => {
  expect(await createReadinessCheck(sites(false), '/no/such/folder', log, noDrift)()).toBe(true);
});

test('a database that does not respond fails the check in time, with one query for all probes', async () => {
  let queries = 0;
  const frozen = databaseWith(() => {
    queries++;
    return new Promise(() => {});
  });
  const isReady = createReadinessCheck(frozen, filesDir, log, noDrift);
  const startedAt = Date.now();
  expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([false, false, false]);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  expect(queries).toBe(1);
});

test('a schema that is not the one of this version fails the check', async () => {
  const drifted = createReadinessCheck(sites(true), filesDir, log, async () => 'products.reference is missing');
  expect(await drifted()).toBe(false);
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { createReadinessCheck } from '#server/api/readiness-check.ts';

const filesDir = mkdtempSync(join(tmpdir(), 'cuvee-files-'));
const databaseWith = (query: () => Promise<unknown>) => ({ $client: { query } }) as unknown as Db;
const noDrift = async () => '';
const noFullDisk = { findReason: async () => '' };
const checkOf = (db: Db, folder = filesDir, findSchemaDrift = noDrift, disk = noFullDisk) =>
  createReadinessCheck({ db, filesDir: folder, disk, findSchemaDrift, report: () => {} });
const sites = (hasSites: boolean) => databaseWith(async () => ({ rows: [{ hasSites }] }));

test('an API with sites is ready only if the folder of its files exists', async () => {
  expect(await checkOf(sites(true))()).toBe('');
  expect(await checkOf(sites(true), '/no/such/folder')()).toBe('FILES_DIR /no/such/folder is missing');
});

test('an API without sites needs no folder of files yet', async () => {
  expect(await checkOf(sites(false), '/no/such/folder')()).toBe('');
});

test('a database that does not respond fails the check in time, with one query for all probes', async () => {
  let queries = 0;
  const frozen = databaseWith(() => {
    queries++;
    return new Promise(() => {});
  });
  const findReason = checkOf(frozen);
  const startedAt = Date.now();
  expect(await Promise.all([findReason(), findReason(), findReason()])).toEqual(Array(3).fill('database timeout'));
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  expect(queries).toBe(1);
});

test('a schema that is not the one of this version fails the check', async () => {
  const drifted = checkOf(sites(true), filesDir, async () => 'products.reference is missing');
  expect(await drifted()).toBe('products.reference is missing');
});

test('a full disk is named before the database that stopped on it', async () => {
  const stopped = databaseWith(() => Promise.reject(new Error('connect ECONNREFUSED')));
  const disk = { findReason: async () => 'disk full: DATA_DIR /data' };
  expect(await checkOf(stopped, filesDir, noDrift, disk)()).toBe('disk full: DATA_DIR /data');
});

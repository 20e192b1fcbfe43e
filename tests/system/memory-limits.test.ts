import { beforeAll, expect, test } from 'vitest';
import { createFolders, hostOf, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { getPage, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = hostOf('grenier');
const mebibyte = 2 ** 20;
let server: ServerProcess;
let opsPort: number;

beforeAll(async () => {
  const { sitesDir, dataDir } = await createFolders();
  await writeEstate(sitesDir, 'grenier', 72);
  opsPort = await freePort();
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: database.url, OPS_PORT: String(opsPort) };
  server = await runServer({ env: { ...env, LOG_LEVEL: 'error' } });
  await waitUntilOnline(server, host);
});

async function figure(name: string): Promise<number> {
  const { body } = await getPage(opsPort, 'any', '/metrics');
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}

const figures = async () => ({
  rss: await figure('process_resident_memory_bytes'),
  entries: await figure('cuvee_page_cache_entries'),
  bytes: await figure('cuvee_page_cache_bytes'),
});

/** A busy machine may make the server refuse for a moment: then asked again, as `Retry-After` says. */
async function statusOf(name: string, path: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status } = await getPage(server.port, name, path);
    if (status !== 503) return status;
  }
  return 503;
}

/** Asks `count` times for addresses that nobody asked for before, some at a time; answers the statuses that came. */
async function ask(count: number, address: (index: number) => { host?: string; path: string }): Promise<number[]> {
  const statuses = new Set<number>();
  let next = 0;
  const visitor = async () => {
    while (next < count) {
      const asked = address(next++);
      statuses.add(await statusOf(asked.host ?? host, asked.path));
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return [...statuses].sort();
}

test('queries that no page declares, unknown hosts and unknown paths fill neither cache nor memory', async () => {
  const flood = async (round: string) => {
    expect(await ask(1_500, (index) => ({ path: `/?${round}${index}=x&utm_source=${index}` }))).toEqual([200]);
    expect(await ask(1_500, (index) => ({ host: `${round}${index}.example`, path: '/' }))).toEqual([421]);
    expect(await ask(1_500, (index) => ({ host: `${host}:${index + 1}`, path: '/' }))).toEqual([200]);
    expect(await ask(500, (index) => ({ path: `/nowhere/${round}${index}` }))).toEqual([404]);
    expect(await ask(500, (index) => ({ path: `/api/nowhere/${round}${index}` }))).toEqual([404]);
  };
  await flood('warm');
  const before = await figures();
  await flood('first');
  await flood('second');
  const after = await figures();
  expect(after.entries).toBe(before.entries);
  expect(after.rss - before.rss).toBeLessThan(128 * mebibyte);
});

test('queries that a page does declare keep to the room that the cache has', async () => {
  const before = await figures();
  expect(await ask(1_000, (index) => ({ path: `/products/search?search=${index}` }))).not.toContain(500);
  expect(await ask(1_000, (index) => ({ path: `/nos-produits/nos-vins?name=${index}` }))).not.toContain(500);
  const after = await figures();
  expect(after.bytes).toBeLessThan(64 * mebibyte);
  expect(after.rss - before.rss).toBeLessThan(256 * mebibyte);
});

import { beforeAll, expect, test } from 'vitest';
import { createServerFolders, getEstateHostOfFolder, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { fetchPage, retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const host = getEstateHostOfFolder('grenier');
const mebibyte = 2 ** 20;
let server: ServerProcess;
let opsPort: number;

beforeAll(async () => {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeEstate(sitesDir, 'grenier', 72);
  opsPort = await findFreePort();
  const env = { DATA_DIR: dataDir, SITES_DIR: sitesDir, DATABASE_URL: database.url, OPS_PORT: String(opsPort) };
  server = await runServer({ env: { ...env, LOG_LEVEL: 'error' } });
  await waitUntilOnline(server, host);
});

async function readMetric(name: string): Promise<number> {
  const { body } = await fetchPage(opsPort, 'any', '/metrics');
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}

const readMetrics = async () => ({
  rss: await readMetric('process_resident_memory_bytes'),
  entries: await readMetric('cuvee_page_cache_entries'),
  bytes: await readMetric('cuvee_page_cache_bytes'),
});

/** Repeats a request while the server sheds load with 503, which can happen on a busy machine. */
async function statusOf(name: string, path: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status } = await fetchPage(server.port, name, path);
    if (status !== 503) return status;
  }
  return 503;
}

/** Sends `count` requests, eight at a time, and returns the distinct statuses. */
async function sendRequests(
  count: number,
  address: (index: number) => { host?: string; path: string },
): Promise<number[]> {
  const statuses = new Set<number>();
  let next = 0;
  const visitor = async () => {
    while (next < count) {
      const target = address(next++);
      statuses.add(await statusOf(target.host ?? host, target.path));
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return [...statuses].sort();
}

test('an idle server uses at most 260 MB within a minute of its start', async () => {
  await retryUntilPasses(async () => expect((await readMetrics()).rss).toBeLessThan(260 * mebibyte), 60);
});

test('undeclared parameters, unknown hosts and unknown paths add no cache entries and use less than 128 MiB', async () => {
  const flood = async (round: string) => {
    expect(await sendRequests(1_500, (index) => ({ path: `/?${round}${index}=x&utm_source=${index}` }))).toEqual([200]);
    expect(await sendRequests(1_500, (index) => ({ host: `${round}${index}.example`, path: '/' }))).toEqual([421]);
    expect(await sendRequests(1_500, (index) => ({ host: `${host}:${index + 1}`, path: '/' }))).toEqual([200]);
    expect(await sendRequests(500, (index) => ({ path: `/nowhere/${round}${index}` }))).toEqual([404]);
    expect(await sendRequests(500, (index) => ({ path: `/api/nowhere/${round}${index}` }))).toEqual([404]);
  };
  await flood('warm');
  const before = await readMetrics();
  await flood('first');
  await flood('second');
  const after = await readMetrics();
  expect(after.entries).toBe(before.entries);
  expect(after.rss - before.rss).toBeLessThan(128 * mebibyte);
});

test('declared parameters stay within the limit of the cache', async () => {
  const before = await readMetrics();
  expect(await sendRequests(1_000, (index) => ({ path: `/products/search?search=${index}` }))).not.toContain(500);
  expect(await sendRequests(1_000, (index) => ({ path: `/nos-produits/nos-vins?name=${index}` }))).not.toContain(500);
  const after = await readMetrics();
  expect(after.bytes).toBeLessThan(64 * mebibyte);
  expect(after.rss - before.rss).toBeLessThan(256 * mebibyte);
});

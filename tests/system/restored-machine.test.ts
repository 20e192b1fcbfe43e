import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { readBackupManifest } from '#server/backup/backup-manifest.ts';
import { createServerFolders, getEstateHostOfFolder } from '#tests/support/fixtures/estate-folders.ts';
import { createOrderInput } from '#tests/support/fixtures/order-ledger.ts';
import {
  callSiteApi,
  connectToDatabase,
  createShoppers,
  logInOverHttp,
  shopVariantIds,
  writeShopEstate,
} from '#tests/support/fixtures/shop-estates.ts';
import { runScript } from '#tests/support/servers/run-script.ts';
import { retryUntilPasses, runServer, waitUntilOnline } from '#tests/support/servers/run-server.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const site = 62;
const host = getEstateHostOfFolder('relevee');
const database = await openTestDatabase();

/**
 * Matches the stock in the data of a page. A cached page may show the stock before an order, and the browser reads it
 * anew.
 */
const cachedQuantity = /"quantity":\d+/g;

/** Requests a page or a file of the site. */
async function fetchFile(port: number, path: string) {
  const response = await request(`http://127.0.0.1:${port}${path}`, { headers: { host } });
  return { status: response.statusCode, bytes: Buffer.from(await response.body.arrayBuffer()) };
}

/** Returns the first text that the pattern finds on a page. */
async function findOnPage(port: number, path: string, pattern: RegExp): Promise<string> {
  const { status, bytes } = await fetchFile(port, path);
  const [found] = pattern.exec(bytes.toString()) ?? [];
  if (status !== 200 || !found) throw new Error(`${path} (${status}) does not match ${pattern}`);
  return found.replaceAll('&amp;', '&');
}

async function listOrders(port: number, cookie: string) {
  const { status, json } = await callSiteApi(port, host, '/order', { headers: { cookie } });
  return { status, data: json.data };
}

/** Counts the rows of the site in each of the tables. */
async function countRows(dataDir: string, tables: readonly string[]): Promise<Record<string, number>> {
  const { $client } = connectToDatabase({ dataDir });
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await $client.query(
      `select count(*)::integer as count from ${table} t where coalesce(to_jsonb(t) ->> 'site_id', to_jsonb(t) ->> 'id') = $1`,
      [`${site}`],
    );
    counts[table] = rows[0].count;
  }
  return counts;
}

test('a backup that is restored on an empty machine serves the same pages, pictures and orders', async () => {
  const lost = await createServerFolders();
  await writeShopEstate(lost.sitesDir, 'relevee', site, 100);
  const env = { DATABASE_URL: database.url, DATA_DIR: lost.dataDir, SITES_DIR: lost.sitesDir };
  const server = await runServer({ env });
  await waitUntilOnline(server, host);
  const [customer] = await createShoppers(server, database.db, host, 1, { site });
  const { email, password, cookie } = customer!;
  const body = createOrderInput([[shopVariantIds.red, 3]]);
  const order = await callSiteApi(server.port, host, '/order', { method: 'POST', body, headers: { cookie } });
  expect(order.status, order.text).toBe(200);
  await retryUntilPasses(async () => {
    const { rows } = await database.db.$client.query(`select from mails where state <> 'SENT'`);
    expect(rows).toEqual([]);
  });

  const productPath = await findOnPage(server.port, '/nos-produits/nos-vins', /(?<=href=")\/[^"]*\/red[^"]*(?=")/);
  const picturePath = await findOnPage(server.port, productPath, /(?<=src=")\/image\/[^"]*(?=")/);
  const paths = ['/', '/nos-produits/nos-vins', productPath, '/sitemap.xml', picturePath];
  const read = async (port: number) => {
    const files = await Promise.all(paths.map((path) => fetchFile(port, path)));
    return files.map(({ status, bytes }) => ({ status, text: bytes.toString('latin1').replace(cachedQuantity, '') }));
  };
  const readProducts = async (port: number) => (await callSiteApi(port, host, '/product?nbItem=100')).json.data;
  const pages = await read(server.port);
  expect(pages.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(pages[2]?.text).toContain('Vin rouge');
  const products = await readProducts(server.port);
  expect(JSON.stringify(products)).toContain('"quantity":97');
  const orders = await listOrders(server.port, cookie);
  expect(orders).toMatchObject({ status: 200, data: { total: 1 } });

  const backup = join(lost.root, 'backup');
  expect(await runScript('server/cli/db.ts', ['backup', '--to', backup], env)).toMatchObject({ code: 0 });
  await server.kill();

  const machine = await createServerFolders();
  const emptyEnv = { DATABASE_URL: '', DATA_DIR: machine.dataDir, SITES_DIR: machine.sitesDir };
  expect(await runScript('server/cli/db.ts', ['restore', backup], emptyEnv)).toMatchObject({ code: 0 });
  const restored = await runServer({ env: emptyEnv });
  await waitUntilOnline(restored, host);

  const { sites } = await readBackupManifest(backup);
  const rows = sites[0]?.rows ?? {};
  expect(rows).toMatchObject({ sites: 1, users: 1, orders: 1, order_lines: 1, mails: 2 });
  expect(await countRows(machine.dataDir, Object.keys(rows))).toEqual(rows);
  for (const [index, page] of (await read(restored.port)).entries())
    expect(page.text === pages[index]?.text, `${paths[index]} is the same`).toBe(true);
  expect(await readProducts(restored.port)).toEqual(products);
  const restoredCookie = await logInOverHttp(restored.port, host, { email, password });
  expect(await listOrders(restored.port, restoredCookie)).toEqual(orders);
  await restored.stop();
  expect(await restored.ended).toBe(0);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserFlags, findBrowser } from '#tests/support/browser/browser.ts';
import { createServerFolders, getEstateHostOfFolder } from '#tests/support/fixtures/estate-folders.ts';
import { OrderLedger } from '#tests/support/fixtures/order-ledger.ts';
import { connectToDatabase, createShoppers, writeShopEstate } from '#tests/support/fixtures/shop-estates.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { startBalancer } from '#tests/support/servers/balancer.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { createNewerVersion } from '#tests/support/servers/newer-version.ts';
import { fetchPage, retryUntilPasses, runServer, runSiteCommand } from '#tests/support/servers/run-server.ts';
import { type ServerProcess, waitForServer } from '#tests/support/servers/server-process.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const site = 58;
const host = getEstateHostOfFolder('relais');
/** The browser uses the local name: the domain's pages upgrade all requests to https, which the balancer has not. */
const localHost = 'relais.localhost';
const bottles = 20_000;
const testTimeoutMs = 600_000;
/** Pause between the orders or pages of a visitor, so that the visits leave processor time for the servers that start. */
const pauseMs = 50;

/** The replicas of one kind, in the order of their ports. The settings of both versions are the same. */
class Replicas {
  readonly #servers: ServerProcess[] = [];
  readonly #ports: readonly number[];
  readonly #start: (port: number, folder?: string) => Promise<ServerProcess>;

  constructor(ports: readonly number[], start: (port: number, folder?: string) => Promise<ServerProcess>) {
    this.#ports = ports;
    this.#start = start;
  }

  async start(): Promise<void> {
    for (const port of this.#ports) this.#servers.push(await this.#start(port));
  }

  /** Replaces one server after the other by the version in `folder`. */
  async replace(folder: string): Promise<void> {
    for (const [index, port] of this.#ports.entries()) {
      await this.#servers[index]?.stop();
      this.#servers[index] = await this.#start(port, folder);
    }
  }

  get output(): string {
    return this.#servers.map((server) => server.output()).join('\n');
  }
}

async function startReplicas() {
  const { sitesDir, dataDir } = await createServerFolders();
  await writeShopEstate(sitesDir, 'relais', site, bottles);
  const apiPorts = [await findFreePort(), await findFreePort()];
  const storefrontPorts = [await findFreePort(), await findFreePort()];
  const shared = {
    DATA_DIR: dataDir,
    SITES_DIR: sitesDir,
    API_SECRET: 'a-secret-of-thirty-two-characters-or-more',
    DRAIN_SECONDS: '1',
    API_DOCS: 'off',
    LOCAL_NAMES: 'on',
  };
  const imported = await runSiteCommand(['import', 'relais'], { ...shared, DATABASE_URL: database.url });
  expect(imported.code, imported.output).toBe(0);
  const start = async (port: number, env: Record<string, string>, folder?: string, args: string[] = []) => {
    const server = await runServer({ env: { ...shared, ...env }, args, port, ...(folder !== undefined && { folder }) });
    await waitForServer(server, `http://127.0.0.1:${port}/readyz`);
    return server;
  };
  const apis = new Replicas(apiPorts, (port, folder) =>
    start(port, { DATABASE_URL: database.url, API_PORT: String(port) }, folder, ['--api']),
  );
  await apis.start();
  const apiBalancer = await startBalancer(apiPorts);
  await retryUntilPasses(() => expect(apiBalancer.readyPorts()).toHaveLength(2));
  const storefronts = new Replicas(storefrontPorts, (port, folder) =>
    start(port, { API_URL: `http://127.0.0.1:${apiBalancer.port}` }, folder),
  );
  await storefronts.start();
  const balancer = await startBalancer(storefrontPorts);
  await retryUntilPasses(() => expect(balancer.readyPorts()).toHaveLength(2));
  return { apis, storefronts, port: balancer.port };
}

/** Reads pages until `isOver`, and returns every response that is not a page. */
async function readPages(port: number, isOver: () => boolean): Promise<{ count: number; failures: string[] }> {
  const failures: string[] = [];
  let count = 0;
  while (!isOver()) {
    // The query makes each page an entry of its own, so that the API is called.
    const path = count % 2 === 0 ? `/?from=visit${count}` : '/';
    const page = await fetchPage(port, host, path).catch((error: Error) => error);
    count++;
    if (page instanceof Error) failures.push(`${path}: ${page.message}`);
    else if (page.status !== 200) failures.push(`${path}: ${page.status} ${page.headers['x-balancer'] ?? ''}`);
    await sleep(pauseMs);
  }
  return { count, failures };
}

/** Opens pages in a browser until `isOver`, and returns those that React has not hydrated. */
async function openPages(browser: Browser, port: number, isOver: () => boolean) {
  const failures: string[] = [];
  const versions = new Set<string>();
  while (!isOver()) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const lost: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
    });
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('requestfailed', (request) => lost.push(`${request.failure()?.errorText} ${request.url()}`));
    await page.goto(`http://${localHost}:${port}/`, { waitUntil: 'load' });
    const isHydrated = () => Object.keys(document.body).some((key) => key.startsWith('__react'));
    const hasHydrated = await page.waitForFunction(isHydrated, undefined, { timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    const version = await page.evaluate(() => document.documentElement.dataset.version ?? 'present');
    if (!hasHydrated) failures.push(`version ${version} not hydrated: ${lost.join(', ')}`);
    versions.add(version);
    await context.close();
    await sleep(pauseMs);
  }
  return { failures, versions };
}

test('two APIs and two storefronts are replaced one by one without a failed order or a page that stays static', {
  timeout: testTimeoutMs,
  retry: 0,
}, async () => {
  const newerVersion = await createNewerVersion();
  const { apis, storefronts, port } = await startReplicas();
  const db = connectToDatabase({ url: database.url });
  const ledger = new OrderLedger(await createShoppers({ port }, db, host, 3, { site }));
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: [...browserFlags, '--host-resolver-rules=MAP * 127.0.0.1'],
  });
  onTestFileFinished(() => browser.close());

  let isOver = false;
  const hasEnded = () => isOver;
  const visits = [
    ledger.placeOrders(port, hasEnded, pauseMs),
    readPages(port, hasEnded),
    openPages(browser, port, hasEnded),
  ];
  const [shopping, reading, browsing] = visits as [
    Promise<void>,
    ReturnType<typeof readPages>,
    ReturnType<typeof openPages>,
  ];
  await retryUntilPasses(() => expect(ledger.acknowledgedOrders.size).toBeGreaterThan(5));
  await apis.replace(newerVersion);
  await storefronts.replace(newerVersion);
  const placedBefore = ledger.acknowledgedOrders.size;
  await retryUntilPasses(() => expect(ledger.acknowledgedOrders.size).toBeGreaterThan(placedBefore + 5));
  isOver = true;
  await shopping;
  const { count, failures } = await reading;
  const hydration = await browsing;

  expect(Object.keys(ledger.statusCounts), `${apis.output}\n${storefronts.output}`).toEqual(['200']);
  expect([...ledger.pendingOrders.keys()]).toEqual([]);
  expect(failures, `of ${count} pages\n${storefronts.output}`).toEqual([]);
  expect(hydration.failures).toEqual([]);
  expect([...hydration.versions].sort()).toEqual(['next', 'present']);
  await ledger.expectMatchesDatabase(db, site, bottles);
  const { rows } = await db.$client.query(`select from information_schema.columns where column_name = 'next'`);
  expect(rows).toHaveLength(1);
});

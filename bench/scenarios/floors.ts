import { setTimeout as sleep } from 'node:timers/promises';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { readAndResetRenderCounts, spawnStorefrontProcess } from '../environment/start-storefront.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { BenchScenario } from '../load/measure.ts';
import { measureInterleaved } from '../load/measure-interleaved.ts';
import { median } from '../load/statistics.ts';
import { readCpuSeconds } from '../processes/machine.ts';
import { sendRequest } from '../processes/send-request.ts';
import { type PinnedServer, spawnServerProcess, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import type { BareShopSetup } from '../servers/bare-shop.ts';
import {
  createCustomerTokens,
  fillStock,
  waitForEmptyMailQueueOfFullEstate as waitForMails,
} from '../sites/create-customers.ts';
import { fullEstateSite, fullEstateWineListLength, wineListPath } from '../sites/write-sites.ts';
import { createOrderCalls } from './checkout-requests.ts';
import {
  buildFloorsPartReport,
  type ColdPageSample,
  type ColdPages,
  coldPageNames,
  floorCallLabels,
  listLength,
  orderConnectionCount,
} from './floors-report.ts';

const coldPaths = {
  home: { path: '/', products: 8 },
  wineList: { path: wineListPath, products: fullEstateWineListLength },
} as const;

type Kind = 'bare' | 'storefront';

interface Floors {
  environment: SharedBenchResources;
  database: OpenedDatabase;
  bare: PinnedServer;
  storefront: PinnedServer;
}

/** Measures lists, orders with their mails, and cold pages, each with a hand-written floor in the same run. */
export async function measureFloors(
  environment: SharedBenchResources,
  profile: BenchProfile,
): Promise<BenchPartReport> {
  const database = await openDatabase({ databaseUrl: null, dataDir: environment.dataDir }, { clientKind: 'command' });
  try {
    await fillStock(database, fullEstateSite.id);
    const bare = await startBareShop(environment, database);
    const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, cold pages' });
    await waitUntilReady(storefront, '/readyz');
    const floors = { environment, database, bare, storefront };
    const mailsBefore = environment.smtp.readMails();
    const sampleOf = await measureInterleaved(await createCallScenarios(floors), profile);
    if (environment.smtp.readMails() === mailsBefore) throw new Error('no mail of an order has left');
    const coldPages = await measureColdPages(floors, profile);
    await storefront.stop();
    await bare.stop();
    return buildFloorsPartReport(sampleOf, coldPages);
  } finally {
    await database.close();
  }
}

async function startBareShop(
  { folder, bareTreeBundle, storefrontEnv, estateDir, smtp }: SharedBenchResources,
  { connection }: OpenedDatabase,
): Promise<PinnedServer> {
  const port = await findFreePort();
  const pages = Object.fromEntries(coldPageNames.map((name) => [coldPaths[name].path, coldPaths[name].products]));
  const setup: BareShopSetup = {
    port,
    connection,
    pages,
    siteId: fullEstateSite.id,
    smtpUrl: smtp.url,
    bundle: bareTreeBundle,
  };
  const env = { ...storefrontEnv, SITES_DIR: estateDir, SITE_FOLDER: fullEstateSite.folder };
  const script = ['bench/servers/bare-shop.ts', JSON.stringify(setup)] as const;
  const server = spawnServerProcess({ name: 'bare shop', script, port, env, logFolder: folder });
  await waitUntilReady(server, '/healthz');
  return server;
}

async function createCallScenarios({ environment, database, bare }: Floors): Promise<BenchScenario[]> {
  const { api, apiSecret, databasePid } = environment;
  const list = `/product?nbItem=${listLength}&orderBy=price`;
  const headers = { idSite: String(fullEstateSite.id), userLang: 'fr_FR', 'x-api-secret': apiSecret };
  const orders = createOrderCalls(await createCustomerTokens(database, fullEstateSite.id), headers);
  const scenario = (
    name: string,
    server: PinnedServer,
    requests: readonly PlannedRequest[],
    countPerSecond: number,
  ): BenchScenario => ({
    name,
    countPerSecond,
    processes: { [server.name]: server.pid, PostgreSQL: databasePid },
    plan: { url: server.url, connections: orderConnectionCount, requests },
    finish: () => waitForMails(database),
    afterSample: () => server.truncateLog(),
  });
  return [
    scenario(floorCallLabels.bareList, bare, [{ path: list, headers: {} }], listsPerSecond),
    scenario(floorCallLabels.list, api, [{ path: list, headers }], listsPerSecond),
    scenario(floorCallLabels.bareOrder, bare, orders, ordersPerSecond),
    scenario(floorCallLabels.order, api, orders, ordersPerSecond),
  ];
}

/** Numbers of requests for each second of a sample, which both servers answer in about that time or less. */
const listsPerSecond = 100;
const ordersPerSecond = 20;

/** Time in milliseconds within which a change reaches the storefront. */
const changeMs = 40;

/** Requests each page many times in turn with its floor, each time after a change of the estate. */
async function measureColdPages(floors: Floors, { rounds, coldPagesPerRound }: BenchProfile): Promise<ColdPages> {
  const createLists = (): Record<Kind, ColdPageSample[]> => ({ bare: [], storefront: [] });
  const samples = { home: createLists(), wineList: createLists() };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const name of coldPageNames)
      for (const kind of ['bare', 'storefront'] as const) {
        const sample = await measureColdPage(floors, kind, coldPaths[name].path, coldPagesPerRound);
        if (round > 0) samples[name][kind].push(sample);
        const times = Object.entries(sample.cpuMillis).map(([process, ms]) => `${process} ${ms.toFixed(1)} ms`);
        console.log(`  ${round}/${rounds} cold ${name}, ${kind}: ${times.join(', ')}`);
      }
  const combine = ({ bare, storefront }: Record<Kind, ColdPageSample[]>) => ({
    bare: combineColdPages(bare),
    storefront: combineColdPages(storefront),
  });
  return { home: combine(samples.home), wineList: combine(samples.wineList) };
}

async function measureColdPage(
  { environment, database, bare, storefront }: Floors,
  kind: Kind,
  path: string,
  count: number,
): Promise<ColdPageSample> {
  const isBare = kind === 'bare';
  const server = isBare ? bare : storefront;
  const pids: Record<string, number> = isBare
    ? { 'bare shop': bare.pid, PostgreSQL: environment.databasePid }
    : { storefront: storefront.pid, API: environment.api.pid, PostgreSQL: environment.databasePid };
  const before = readAll(pids);
  const times: { firstByteMs: number; lastByteMs: number }[] = [];
  for (let request = 0; request < count; request++) {
    if (!isBare) await withSiteTransaction(database.db, fullEstateSite.id, notifySiteChanged);
    await sleep(changeMs);
    const response = await sendRequest(server, path, { host: fullEstateSite.host, 'accept-encoding': 'br' });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    times.push(response);
  }
  if (!isBare) {
    const renders = (await readAndResetRenderCounts(storefront))[`${fullEstateSite.id} ${path}`] ?? 0;
    if (renders < count) throw new Error(`${path} was rendered ${renders} times for ${count} changes`);
  }
  storefront.truncateLog();
  const after = readAll(pids);
  return {
    cpuMillis: Object.fromEntries(
      Object.keys(pids).map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) / count) * 1_000]),
    ),
    firstByteMs: median(times.map(({ firstByteMs }) => firstByteMs)),
    lastByteMs: median(times.map(({ lastByteMs }) => lastByteMs)),
  };
}

const readAll = (pids: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, readCpuSeconds(pid)]));

const combineColdPages = (samples: readonly ColdPageSample[]): ColdPageSample => ({
  cpuMillis: Object.fromEntries(
    Object.keys(samples[0]?.cpuMillis ?? {}).map((name) => [
      name,
      median(samples.map(({ cpuMillis }) => cpuMillis[name] ?? Number.NaN)),
    ]),
  ),
  firstByteMs: median(samples.map(({ firstByteMs }) => firstByteMs)),
  lastByteMs: median(samples.map(({ lastByteMs }) => lastByteMs)),
});

import { join } from 'node:path';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { countFailedRequests, type LoadPlan, type LoadResult } from '../load/load-plan.ts';
import { runHeldConnections, runLoad } from '../load/run-load.ts';
import { readResidentMiB } from '../processes/machine.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fillStockAndCreateCustomerCookies } from '../sites/create-customers.ts';
import {
  type BenchEstate,
  fullEstateSite,
  neighbourSite,
  wineListPath,
  writeFullEstateSite,
} from '../sites/write-sites.ts';
import { heldConnectionsAttacks, requestAttacks } from './attack-requests.ts';
import { type AttackSample, buildAttacksPartReport, type VisitorP99AndFailures } from './attacks-report.ts';
import { createOrderRequests } from './checkout-requests.ts';

const pageViewsPerSecond = 50;
const ordersPerSecond = 2;

/**
 * The visitors of an estate, who are measured. They come from loopback addresses, to which the limit of requests per
 * network does not apply.
 */
interface Visitors {
  pageRequests: LoadPlan['requests'];
  orderRequests: LoadPlan['requests'];
}

/** An attack, which runs for some seconds and returns the counts of the attacker for the report. */
interface Attack {
  name: string;
  run(url: string, durationSeconds: number): Promise<string>;
}

const summariseResponses = ({ requests, seconds, statuses }: LoadResult): string =>
  `${Math.round(requests / seconds)} /s: ${Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}`;

const attacks: readonly Attack[] = [
  { name: 'none', run: async () => '' },
  ...requestAttacks.map(({ name, connections, requests }) => ({
    name,
    run: async (url: string, durationSeconds: number) =>
      summariseResponses(await runLoad({ url, connections, durationSeconds, requests })),
  })),
  ...heldConnectionsAttacks.map(({ name, ...plan }) => ({
    name,
    run: async (url: string, durationSeconds: number) =>
      `${await runHeldConnections({ url, durationSeconds, ...plan })} connections`,
  })),
];

/**
 * Measures cached pages and orders of two estates while one address attacks one of them. Where processes can be pinned,
 * storefront, API and database share one core, attacker and visitors another.
 */
export async function measureAttacks(
  environment: SharedBenchResources,
  { attackSeconds }: BenchProfile,
): Promise<BenchPartReport> {
  await importNeighbour(environment);
  const extraEnv = { TRUST_PROXY: '127.0.0.1' };
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, attacked', extraEnv });
  await waitUntilReady(storefront, '/readyz');
  const clientKind = 'command';
  const database = await openDatabase({ databaseUrl: null, dataDir: environment.dataDir }, { clientKind, poolSize: 2 });
  try {
    const attacked = await createVisitors(database, storefront, fullEstateSite);
    const neighbour = await createVisitors(database, storefront, neighbourSite);
    const samples: AttackSample[] = [];
    for (const attack of attacks) {
      samples.push(await measureAttack(attack, storefront, { attacked, neighbour }, attackSeconds));
      storefront.truncateLog();
    }
    await storefront.stop();
    return buildAttacksPartReport(samples, attackSeconds);
  } finally {
    await database.close();
  }
}

/** Adds the estate that the environment does not have. */
async function importNeighbour({ folder, importSite }: SharedBenchResources): Promise<void> {
  const sitesDir = join(folder, 'attacked-sites');
  await writeFullEstateSite(sitesDir, neighbourSite);
  await importSite(sitesDir, neighbourSite.folder);
}

async function createVisitors(
  database: OpenedDatabase,
  storefront: PinnedServer,
  estate: BenchEstate,
): Promise<Visitors> {
  await waitUntilReady(storefront, wineListPath, estate.host);
  const cookies = await fillStockAndCreateCustomerCookies(database, storefront, estate);
  const pageRequests = [{ path: wineListPath, headers: { host: estate.host, 'accept-encoding': 'br' } }];
  return { pageRequests, orderRequests: createOrderRequests(cookies, estate.host) };
}

async function measureAttack(
  attack: Attack,
  { url, pid }: PinnedServer,
  visitors: Readonly<Record<'attacked' | 'neighbour', Visitors>>,
  durationSeconds: number,
): Promise<AttackSample> {
  const [attackerCounts, attacked, neighbour] = await Promise.all([
    attack.run(url, durationSeconds),
    measureVisitors(url, visitors.attacked, durationSeconds),
    measureVisitors(url, visitors.neighbour, durationSeconds),
  ]);
  for (const [name, { pageP99Ms, orderP99Ms }] of Object.entries({ attacked, neighbour }))
    console.log(
      `  ${attack.name}, ${name} estate: page p99 ${pageP99Ms.toFixed(1)} ms, order p99 ${orderP99Ms.toFixed(1)} ms`,
    );
  return { name: attack.name, attackerCounts, attacked, neighbour, residentMiB: readResidentMiB(pid) };
}

async function measureVisitors(
  url: string,
  { pageRequests, orderRequests }: Visitors,
  durationSeconds: number,
): Promise<VisitorP99AndFailures> {
  const visit = (requests: LoadPlan['requests'], requestsPerSecond: number) =>
    runLoad({ url, connections: 2, durationSeconds, requests, requestsPerSecond });
  const [pages, orders] = await Promise.all([
    visit(pageRequests, pageViewsPerSecond),
    visit(orderRequests, ordersPerSecond),
  ]);
  return {
    pageP99Ms: pages.p99Ms,
    orderP99Ms: orders.p99Ms,
    failures: countFailedRequests(pages) + countFailedRequests(orders),
  };
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cachedPageOverheadBytes } from '#server/storefront/cache/cached-page.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import { type BenchScenario, combineSamples, measureScenario, type ScenarioSample } from '../load/measure.ts';
import { measureInterleaved } from '../load/measure-interleaved.ts';
import { runLoad } from '../load/run-load.ts';
import { median, ratio } from '../load/statistics.ts';
import { pinProcessToCore, readCpuSeconds, readResidentMiB } from '../processes/machine.ts';
import { sendRequest } from '../processes/send-request.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import {
  firstGeneratedSiteId,
  formatSiteCount,
  generatedSitePagePaths,
  getGeneratedSiteHost,
} from '../sites/write-sites.ts';
import { buildManySitesPartReport, type CacheWarmUpResult, type EvictionResult } from './many-sites-report.ts';
import { warmUpCache } from './warm-up-cache.ts';

const connections = 50;

interface Storefront {
  siteCount: number;
  server: PinnedServer;
  /** Number of sites whose pages are in the cache, if the time does not suffice for all. */
  requestedCount?: number;
}

const createRequests = (siteCount: number): PlannedRequest[] =>
  Array.from({ length: siteCount }, (_, index) => firstGeneratedSiteId + index).flatMap((id) =>
    generatedSitePagePaths.map((path) => ({
      path,
      headers: { host: getGeneratedSiteHost(id), 'accept-encoding': 'br' },
    })),
  );

/** @param requestedCount Number of sites whose pages are requested; by default all. */
const createScenario = (
  { api, databasePid }: SharedBenchResources,
  { siteCount, server, requestedCount = siteCount }: Storefront,
): BenchScenario => ({
  name: formatSiteCount(siteCount),
  processes: { storefront: server.pid, API: api.pid, PostgreSQL: databasePid },
  plan: { url: server.url, connections, requests: createRequests(requestedCount), order: 'random' },
  afterSample: () => server.truncateLog(),
});

/** Estimates how many bytes the pages of one generated site occupy in the cache, from their compressed bodies. */
async function measureSiteBytes(server: PinnedServer): Promise<number> {
  let bytes = 0;
  for (const path of generatedSitePagePaths) {
    bytes += cachedPageOverheadBytes;
    const headers = { host: getGeneratedSiteHost(firstGeneratedSiteId), 'accept-encoding': 'br' };
    bytes += (await sendRequest(server, path, headers)).body.length;
  }
  return bytes;
}

/**
 * Measures the same pages with a growing number of sites and a filled cache, then those of the largest number of sites
 * with a cache that has room for a quarter of them.
 */
export async function measureManySites(
  environment: SharedBenchResources,
  profile: BenchProfile,
): Promise<BenchPartReport> {
  // API and database are moved to the core for load, which is idle while the caches are filled.
  for (const pid of [environment.api.pid, environment.databasePid]) pinProcessToCore('load', pid);
  const storefronts: Storefront[] = [];
  const warmUps: CacheWarmUpResult[] = [];
  let cold: ScenarioSample | undefined;
  for (const siteCount of profile.siteCounts) {
    await environment.showGeneratedSites(siteCount);
    const server = await spawnWithDisk(environment, siteCount);
    if (siteCount === profile.siteCounts.at(-1))
      cold = await measureScenario(createScenario(environment, { siteCount, server }), profile.sampleSeconds);
    const warmUp = await warmUpCache(server, createRequests(siteCount), profile.warmSitesSeconds);
    warmUps.push(warmUp);
    const requestedCount = Math.floor(warmUp.pages / generatedSitePagePaths.length);
    storefronts.push({ siteCount, server, requestedCount });
  }
  const [smallest] = storefronts;
  const largest = storefronts.at(-1);
  const warmUp = warmUps.at(-1);
  if (!smallest || !largest || !warmUp || !cold) throw new Error('the profile contains no sites');
  const siteBytes = await measureSiteBytes(smallest.server);
  const sampleOf = await measureInterleaved(
    storefronts.map((storefront) => createScenario(environment, storefront)),
    profile,
  );
  const idleCores = await measureIdle([largest.server.pid, environment.api.pid, environment.databasePid]);
  for (const { server } of storefronts) await server.stop();
  const restarted = await measureRestart(environment, profile, largest);
  const totalBytes = siteBytes * largest.siteCount;
  const samples = storefronts.map(({ siteCount: count }) => ({ count, sample: sampleOf(formatSiteCount(count)) }));
  const eviction = await measureEviction(environment, profile, largest.siteCount, totalBytes);
  const totalMiB = totalBytes / 2 ** 20;
  return buildManySitesPartReport({ samples, cold, restarted, idleCores, warmUp, totalMiB, connections, eviction });
}

/** Starts a storefront whose pages survive a restart: each number of sites has a data folder of its own. */
async function spawnWithDisk(environment: SharedBenchResources, siteCount: number): Promise<PinnedServer> {
  const extraEnv = {
    DATA_DIR: join(environment.folder, `storefront-data-${siteCount}`),
    HTML_DISK_CACHE_BYTES: String(2 ** 30),
  };
  const server = await spawnStorefrontProcess(environment, { name: formatSiteCount(siteCount), extraEnv });
  await waitUntilReady(server, '/readyz');
  return server;
}

const idleSeconds = 20;

/** Measures the cores that the processes use without any request. */
async function measureIdle(pids: readonly number[]): Promise<number> {
  const read = () => pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0);
  const before = read();
  await sleep(idleSeconds * 1_000);
  return (read() - before) / idleSeconds;
}

const secondsAfterRestart = 30;

/** Starts the storefront again, and measures it after visitors have come for a while. */
async function measureRestart(
  environment: SharedBenchResources,
  { sampleSeconds }: BenchProfile,
  before: Storefront,
): Promise<ScenarioSample> {
  const server = await spawnWithDisk(environment, before.siteCount);
  const scenario = createScenario(environment, { ...before, server });
  await runLoad({ ...scenario.plan, durationSeconds: secondsAfterRestart });
  const sample = await measureScenario(scenario, sampleSeconds);
  await server.stop();
  return sample;
}

async function measureEviction(
  environment: SharedBenchResources,
  { rounds, sampleSeconds }: BenchProfile,
  siteCount: number,
  totalBytes: number,
): Promise<EvictionResult> {
  const htmlCacheBytes = Math.round(totalBytes / 4);
  const server = await spawnStorefrontProcess(environment, { name: 'small cache', htmlCacheBytes });
  await waitUntilReady(server, '/readyz');
  const requests = createRequests(siteCount);
  await warmUpCache(server, requests.slice(0, Math.ceil(requests.length / 3)));
  const samples: ScenarioSample[] = [];
  const resident: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const sample = await measureScenario(createScenario(environment, { siteCount, server }), sampleSeconds);
    samples.push(sample);
    resident.push(readResidentMiB(server.pid));
    console.log(`  small cache: ${Math.round(sample.requestsPerSecond)} /s, ${resident.at(-1)} MiB`);
  }
  await server.stop();
  const memoryGrowth = ratio(median(resident.slice(-2)), median(resident.slice(rounds - 1, rounds + 1)));
  return { sample: combineSamples(samples), memoryGrowth, maxResidentMiB: Math.max(...resident) };
}

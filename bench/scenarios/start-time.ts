import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { median, ratio } from '../load/statistics.ts';
import { readCpuSeconds } from '../processes/machine.ts';
import { waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport, MetricsByName } from '../report/report.ts';
import { firstGeneratedSiteId, formatSiteCount, getGeneratedSiteHost } from '../sites/write-sites.ts';

/** Seconds from the start of the process. */
interface StartTimes {
  ready: number;
  firstPage: number;
  /** CPU time in seconds until the server is ready. */
  cpu: number;
}

/** Measures the time from the start of a storefront until it is ready and until it has served a page. */
export async function measureAndReportStartTimes(
  environment: SharedBenchResources,
  { siteCounts, starts }: BenchProfile,
): Promise<BenchPartReport> {
  const times = new Map<number, StartTimes[]>(siteCounts.map((count) => [count, []]));
  for (let round = 0; round < starts; round++)
    for (const count of siteCounts) times.get(count)?.push(await timeStart(environment, count));
  return reportStarts(new Map([...times].map(([count, all]) => [count, medianTimes(all)])));
}

const medianTimes = (times: readonly StartTimes[]): StartTimes => ({
  ready: median(times.map(({ ready }) => ready)),
  firstPage: median(times.map(({ firstPage }) => firstPage)),
  cpu: median(times.map(({ cpu }) => cpu)),
});

/** @param times Start times by number of sites. The first entry is the baseline. */
function reportStarts(times: ReadonlyMap<number, StartTimes>): BenchPartReport {
  const [baseline] = times.values();
  const metrics: MetricsByName = {};
  const rows = [...times].map(([count, { ready, firstPage, cpu }]) => {
    metrics[`start.${count}.seconds`] = ready;
    metrics[`start.${count}.firstPageSeconds`] = firstPage;
    metrics[`start.${count}.cpuSeconds`] = cpu;
    const readyRatio = ratio(ready, baseline?.ready ?? Number.NaN);
    const firstPageRatio = ratio(firstPage, baseline?.firstPage ?? Number.NaN);
    return [formatSiteCount(count), ready, readyRatio, firstPage, firstPageRatio, cpu];
  });
  const columns = ['', 'ready s', 'ratio', 'first page s', 'ratio', 'CPU s until ready'];
  const text = ['From the start of the storefront process, with a running API. Ratios are relative to one site.'];
  return { metrics, sections: [{ title: 'Start', text, columns, rows }] };
}

async function timeStart(environment: SharedBenchResources, count: number): Promise<StartTimes> {
  await environment.showGeneratedSites(count);
  const startedAt = performance.now();
  const server = await spawnStorefrontProcess(environment, { name: `start ${count}` });
  const elapsedSeconds = () => (performance.now() - startedAt) / 1_000;
  await waitUntilReady(server, '/readyz');
  const ready = elapsedSeconds();
  const cpu = readCpuSeconds(server.pid);
  await waitUntilReady(server, '/', getGeneratedSiteHost(firstGeneratedSiteId + count - 1));
  const firstPage = elapsedSeconds();
  await server.stop();
  console.log(
    `  ${formatSiteCount(count)}: ready after ${ready.toFixed(2)} s, first page after ${firstPage.toFixed(2)} s`,
  );
  return { ready, firstPage, cpu };
}

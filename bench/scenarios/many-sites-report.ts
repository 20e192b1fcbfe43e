import { computeDefaultHtmlCacheBytes } from '#server/storefront/cache/cached-page-store.ts';
import type { ScenarioSample } from '../load/measure.ts';
import { ratio } from '../load/statistics.ts';
import type { BenchPartReport, MetricsByName } from '../report/report.ts';
import { formatSiteCount, generatedSitePagePaths } from '../sites/write-sites.ts';

/** Number of pages that were rendered to fill the cache before a measurement, and the time in seconds that it took. */
export interface CacheWarmUpResult {
  pages: number;
  seconds: number;
}

/** Result of a load on more pages than fit into the cache. */
export interface EvictionResult {
  sample: ScenarioSample;
  /** Resident memory at the end of the load divided by the resident memory half-way through the load. */
  memoryGrowth: number;
  maxResidentMiB: number;
}

interface ManySitesMeasurements {
  /** Samples in ascending order of the number of sites; the first is the baseline. */
  samples: readonly { count: number; sample: ScenarioSample }[];
  /** The largest number of sites, before any page was rendered, and 30 s after a restart under load. */
  cold: ScenarioSample;
  restarted: ScenarioSample;
  /** Cores that storefront, API and database use with the largest number of sites and no request. */
  idleCores: number;
  /** Result of filling the cache with the pages of the largest number of sites. */
  warmUp: CacheWarmUpResult;
  /** Estimated size in the cache of all pages of the largest number of sites, in MiB. */
  totalMiB: number;
  connections: number;
  eviction: EvictionResult;
}

const columns = [
  '',
  'per second',
  'per CPU-second',
  'ratio',
  'p50 ms',
  'p99 ms',
  'ratio',
  'memory MiB',
  'ratio',
  'failures',
];

function createRow(name: string, sample: ScenarioSample, baseline: ScenarioSample): (string | number)[] {
  const { requestsPerSecond, requestsPerCpuSecond, p50Ms, p99Ms, residentMiB, failures } = sample;
  const speedRatio = ratio(requestsPerCpuSecond, baseline.requestsPerCpuSecond);
  const rates = [requestsPerSecond, requestsPerCpuSecond, speedRatio];
  const memoryRatio = ratio(residentMiB, baseline.residentMiB);
  return [name, ...rates, p50Ms, p99Ms, ratio(p99Ms, baseline.p99Ms), residentMiB, memoryRatio, failures];
}

function createMetrics(
  { samples, cold, restarted, idleCores, eviction }: ManySitesMeasurements,
  baseline: ScenarioSample,
): MetricsByName {
  const metrics: MetricsByName = {
    'eviction.memoryGrowth': eviction.memoryGrowth,
    'eviction.residentMiB': eviction.maxResidentMiB,
    'eviction.ratio': ratio(eviction.sample.requestsPerCpuSecond, baseline.requestsPerCpuSecond),
  };
  for (const { count, sample } of samples) {
    metrics[`sites.${count}.perCpuSecond`] = sample.requestsPerCpuSecond;
    metrics[`sites.${count}.ratio`] = ratio(sample.requestsPerCpuSecond, baseline.requestsPerCpuSecond);
    metrics[`sites.${count}.p99Ms`] = sample.p99Ms;
    metrics[`sites.${count}.residentMiB`] = sample.residentMiB;
  }
  const largest = samples.at(-1)?.count;
  metrics[`sites.${largest}.coldRatio`] = ratio(cold.requestsPerCpuSecond, baseline.requestsPerCpuSecond);
  metrics[`sites.${largest}.restartRatio`] = ratio(restarted.requestsPerCpuSecond, baseline.requestsPerCpuSecond);
  metrics[`sites.${largest}.idleCores`] = idleCores;
  return metrics;
}

export function buildManySitesPartReport(measured: ManySitesMeasurements): BenchPartReport {
  const { samples, cold, restarted, idleCores, warmUp, totalMiB, connections, eviction } = measured;
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) throw new Error('no sites were measured');
  const pagesPerSite = generatedSitePagePaths.length;
  const largest = formatSiteCount(last.count);
  const limitMiB = Math.round(computeDefaultHtmlCacheBytes() / 2 ** 20);
  return {
    metrics: createMetrics(measured, first.sample),
    sections: [
      {
        title: 'One site and many',
        text: [
          `Generated sites of five pages and three products; ${connections} connections, brotli. The load draws at random from ` +
            `${pagesPerSite} pages of each site (${generatedSitePagePaths.join(', ')}). For ${largest}, ${warmUp.pages} of ` +
            `${pagesPerSite * last.count} pages were rendered beforehand, in ${warmUp.seconds.toFixed(0)} s, and only these are requested, except ` +
            'in the row of cold pages; all pages need ' +
            `${Math.round(totalMiB)} MiB of a cache of ${limitMiB} MiB. Ratios are relative to one site. Without requests, storefront, API and database ` +
            `of ${largest} use ${(100 * idleCores).toFixed(1)} % of a core.`,
        ],
        columns,
        rows: [
          ...samples.map(({ count, sample }) => createRow(formatSiteCount(count), sample, first.sample)),
          createRow(`${largest}, cold`, cold, first.sample),
          createRow(`${largest}, 30 s after a restart`, restarted, first.sample),
        ],
        chart: {
          name: 'many-sites',
          title: 'Cached pages of one site and of many',
          unit: 'requests per CPU-second of storefront, API and PostgreSQL',
          bars: [
            ...samples.map(({ count, sample }, index) => ({
              label: formatSiteCount(count),
              values: [sample.requestsPerCpuSecond],
              isBaseline: index === 0,
            })),
            { label: `${largest}, 30 s after a restart`, values: [restarted.requestsPerCpuSecond] },
            { label: `${largest}, cold`, values: [cold.requestsPerCpuSecond] },
          ],
        },
      },
      {
        title: 'More pages than the cache holds',
        text: [
          `${largest} with a cache of ${Math.round(totalMiB / 4)} MiB, a quarter of what the pages need. Three of four random ` +
            'requests are renders, most of them with data from the API. At the end of the load memory was ' +
            `${eviction.memoryGrowth.toFixed(2)} times as large as in its middle.`,
        ],
        columns,
        rows: [createRow(`${largest}, a quarter cached`, eviction.sample, first.sample)],
      },
    ],
  };
}

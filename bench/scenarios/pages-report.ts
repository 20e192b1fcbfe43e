import type { ScenarioSample } from '../load/measure.ts';
import { ratio } from '../load/statistics.ts';
import type { BenchPartReport, MetricsByName, ReportSection } from '../report/report.ts';
import { fullEstateWineListLength } from '../sites/write-sites.ts';

export const benchmarkedApiPath = '/product?df:kind=juice&nbItem=24&orderBy=price';
export const cachedPageConnectionCount = 50;
/**
 * Number of connections that request uncached pages. A render occupies the core for milliseconds, so more connections
 * would only lengthen the queue.
 */
export const renderConnectionCount = 8;

/** Names of the page scenarios, as the report shows them. */
export const pageScenarioReportLabels = {
  bareCached: 'bare Fastify, same headers and bytes from memory',
  cached: 'wine list, cached',
  bareRevalidated: 'bare Fastify, 304',
  revalidated: 'wine list, revalidated (304)',
  nginx: 'wine list, cached, nginx in front',
  varnish: 'wine list, cached, Varnish in front',
  bareStringRender: 'bare renderToString, same tree',
  bareStreamRender: 'bare renderToPipeableStream, same tree',
  render: 'wine list, uncached',
  renderCollected: 'wine list, uncached, collected and hashed',
  direct: 'API call, direct',
  gateway: 'API call, through the gateway',
} as const;
type Name = (typeof pageScenarioReportLabels)[keyof typeof pageScenarioReportLabels];

type SampleOf = (name: Name) => ScenarioSample;
/** Null for a scenario whose server is not installed. */
type FindSample = (name: Name) => ScenarioSample | null;

const missing: ScenarioSample = {
  requestsPerSecond: Number.NaN,
  requestsPerCpuSecond: Number.NaN,
  cpuMicros: {},
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  mibPerSecond: Number.NaN,
  residentMiB: Number.NaN,
  failures: 0,
  backgroundPerSecond: Number.NaN,
};

/** Medians in milliseconds of the times from a request until the first and the last byte of the body. */
export interface ByteTimes {
  firstByteMs: number;
  lastByteMs: number;
}

type ByteTimesByScenario = Record<'bareStreamRender' | 'render' | 'cached', ByteTimes>;

const speedRatio = (sampleOf: SampleOf, name: Name, baseline: Name) =>
  ratio(sampleOf(name).requestsPerCpuSecond, sampleOf(baseline).requestsPerCpuSecond);

/**
 * @param process Index in `BenchScenario.processes`. The scenario of the gateway lists the storefront first and then
 * the API.
 */
const cpuMicrosOf = (sampleOf: SampleOf, name: Name, process = 0) =>
  Object.values(sampleOf(name).cpuMicros)[process] ?? Number.NaN;

export function buildPagesPartReport(findSample: FindSample, byteTimes: ByteTimesByScenario): BenchPartReport {
  const sampleOf: SampleOf = (name) => findSample(name) ?? missing;
  return {
    metrics: {
      ...createMetrics(sampleOf),
      'render.firstByteMs': byteTimes.render.firstByteMs,
      'render.lastByteMs': byteTimes.render.lastByteMs,
    },
    sections: [
      createCachedSection(sampleOf),
      createRenderSection(sampleOf),
      createByteTimesSection(byteTimes),
      createGatewaySection(sampleOf),
    ],
  };
}

const createByteTimesSection = (times: ByteTimesByScenario): ReportSection => ({
  title: 'First and last byte',
  text: [
    'The same page, uncompressed, one request after another, each on a connection of its own. A page that is not in the ' +
      'cache leaves with its head before its body is rendered; a cached page is sent whole.',
  ],
  columns: ['', 'first byte ms', 'last byte ms'],
  rows: (['bareStreamRender', 'render', 'cached'] as const).map((name) => [
    pageScenarioReportLabels[name],
    times[name].firstByteMs,
    times[name].lastByteMs,
  ]),
});

const createMetrics = (sampleOf: SampleOf): MetricsByName => ({
  'cached.perCpuSecond': sampleOf(pageScenarioReportLabels.cached).requestsPerCpuSecond,
  'cached.ratio': speedRatio(sampleOf, pageScenarioReportLabels.cached, pageScenarioReportLabels.bareCached),
  'revalidated.ratio': speedRatio(
    sampleOf,
    pageScenarioReportLabels.revalidated,
    pageScenarioReportLabels.bareRevalidated,
  ),
  'nginx.ratio': speedRatio(sampleOf, pageScenarioReportLabels.nginx, pageScenarioReportLabels.bareCached),
  'varnish.ratio': speedRatio(sampleOf, pageScenarioReportLabels.varnish, pageScenarioReportLabels.bareCached),
  'render.perCpuSecond': sampleOf(pageScenarioReportLabels.render).requestsPerCpuSecond,
  'render.ratioToString': speedRatio(
    sampleOf,
    pageScenarioReportLabels.render,
    pageScenarioReportLabels.bareStringRender,
  ),
  'render.ratioToStream': speedRatio(
    sampleOf,
    pageScenarioReportLabels.render,
    pageScenarioReportLabels.bareStreamRender,
  ),
  'renderCollected.ratioToString': speedRatio(
    sampleOf,
    pageScenarioReportLabels.renderCollected,
    pageScenarioReportLabels.bareStringRender,
  ),
  'renderCollected.ratioToStream': speedRatio(
    sampleOf,
    pageScenarioReportLabels.renderCollected,
    pageScenarioReportLabels.bareStreamRender,
  ),
  'bareStreamRender.ratioToString': speedRatio(
    sampleOf,
    pageScenarioReportLabels.bareStreamRender,
    pageScenarioReportLabels.bareStringRender,
  ),
  'gateway.storefrontMicros': cpuMicrosOf(sampleOf, pageScenarioReportLabels.gateway),
  'gateway.apiMicros': cpuMicrosOf(sampleOf, pageScenarioReportLabels.gateway, 1),
  'gateway.directMicros': cpuMicrosOf(sampleOf, pageScenarioReportLabels.direct),
  'gateway.ratio': ratio(
    sampleOf(pageScenarioReportLabels.gateway).requestsPerSecond,
    sampleOf(pageScenarioReportLabels.direct).requestsPerSecond,
  ),
});

function createCachedSection(sampleOf: SampleOf): ReportSection {
  const row = (name: Name, baseline: Name) => {
    const { requestsPerSecond, requestsPerCpuSecond, p50Ms, p99Ms, residentMiB, failures } = sampleOf(name);
    const rates = [requestsPerSecond, requestsPerCpuSecond, speedRatio(sampleOf, name, baseline)];
    return [name, ...rates, p50Ms, p99Ms, residentMiB, failures];
  };
  return {
    title: 'Cached pages',
    text: [
      `A wine list of ${fullEstateWineListLength} products, brotli, ${cachedPageConnectionCount} connections. The ratio is of requests per CPU-second, to the bare ` +
        'Fastify above. The processor time of nginx and Varnish, with the configuration of the documentation, counts together with that of the ' +
        'storefront behind them.',
    ],
    columns: ['', 'per second', 'per CPU-second', 'ratio', 'p50 ms', 'p99 ms', 'memory MiB', 'failures'],
    rows: [
      row(pageScenarioReportLabels.bareCached, pageScenarioReportLabels.bareCached),
      row(pageScenarioReportLabels.cached, pageScenarioReportLabels.bareCached),
      row(pageScenarioReportLabels.nginx, pageScenarioReportLabels.bareCached),
      row(pageScenarioReportLabels.varnish, pageScenarioReportLabels.bareCached),
      row(pageScenarioReportLabels.bareRevalidated, pageScenarioReportLabels.bareRevalidated),
      row(pageScenarioReportLabels.revalidated, pageScenarioReportLabels.bareRevalidated),
    ],
    chart: {
      name: 'cached-pages',
      title: 'A cached wine list',
      unit: 'requests per CPU-second',
      bars: (['bareCached', 'cached', 'nginx', 'varnish'] as const).map((name) => ({
        label: pageScenarioReportLabels[name],
        values: [sampleOf(pageScenarioReportLabels[name]).requestsPerCpuSecond],
        isBaseline: name === 'bareCached',
      })),
    },
  };
}

function createRenderSection(sampleOf: SampleOf): ReportSection {
  const row = (name: Name) => {
    const { requestsPerSecond, requestsPerCpuSecond, p50Ms, p99Ms, residentMiB, failures } = sampleOf(name);
    const ratioToString = speedRatio(sampleOf, name, pageScenarioReportLabels.bareStringRender);
    const ratioToStream = speedRatio(sampleOf, name, pageScenarioReportLabels.bareStreamRender);
    return [
      name,
      requestsPerSecond,
      requestsPerCpuSecond,
      ratioToString,
      ratioToStream,
      p50Ms,
      p99Ms,
      residentMiB,
      failures,
    ];
  };
  const ratios = ['ratio to string', 'ratio to stream'];
  return {
    title: 'Renders',
    text: [
      `The same page, uncompressed, ${renderConnectionCount} connections, with cached data. Both baselines only render the tree, without ` +
        'loaders, routing, head and hydration data: `renderToString` behind a Fastify with one route, and ' +
        '`renderToPipeableStream` piped into a `node:http` response from `onShellReady`. Ratios are of requests per CPU-second. ' +
        'The last row collects and hashes the page as for the cache, which has no space for it, so it is not compressed.',
    ],
    columns: ['', 'per second', 'per CPU-second', ...ratios, 'p50 ms', 'p99 ms', 'memory MiB', 'failures'],
    rows: [
      pageScenarioReportLabels.bareStringRender,
      pageScenarioReportLabels.bareStreamRender,
      pageScenarioReportLabels.render,
      pageScenarioReportLabels.renderCollected,
    ].map(row),
  };
}

function createGatewaySection(sampleOf: SampleOf): ReportSection {
  const row = (name: Name, storefrontMicros: number, apiMicros: number) => {
    const { requestsPerSecond, p50Ms, p99Ms, failures } = sampleOf(name);
    const callRatio = ratio(requestsPerSecond, sampleOf(pageScenarioReportLabels.direct).requestsPerSecond);
    return [name, requestsPerSecond, callRatio, storefrontMicros, apiMicros, p50Ms, p99Ms, failures];
  };
  return {
    title: 'Calls through the gateway',
    text: [
      `\`GET ${benchmarkedApiPath}\`, ${cachedPageConnectionCount} connections. Storefront, API and database share one core: the ratio is of requests per ` +
        'second, and the CPU time of a call is listed by process.',
    ],
    columns: ['', 'per second', 'ratio', 'storefront µs', 'API µs', 'p50 ms', 'p99 ms', 'failures'],
    rows: [
      row(pageScenarioReportLabels.direct, Number.NaN, cpuMicrosOf(sampleOf, pageScenarioReportLabels.direct)),
      row(
        pageScenarioReportLabels.gateway,
        cpuMicrosOf(sampleOf, pageScenarioReportLabels.gateway),
        cpuMicrosOf(sampleOf, pageScenarioReportLabels.gateway, 1),
      ),
    ],
  };
}

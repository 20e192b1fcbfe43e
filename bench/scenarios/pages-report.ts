import type { ScenarioSample } from '../measure.ts';
import type { BenchPartReport, MetricsByName, ReportSection } from '../report/report.ts';
import { fullEstateWineListLength } from '../sites/write-sites.ts';
import { ratio } from '../statistics.ts';

export const benchmarkedApiPath = '/product?df:kind=juice&nbItem=24&orderBy=price';
export const cachedPageConnectionCount = 50;
/**
 * Number of connections that request uncached pages. A render occupies the core for milliseconds, so more connections
 * would only lengthen the queue.
 */
export const renderConnectionCount = 8;

/** Names of the page scenarios, as the report shows them. */
export const pageScenarioNames = {
  bareCached: 'bare Fastify, same headers and bytes from memory',
  cached: 'wine list, cached',
  bareRevalidated: 'bare Fastify, 304',
  revalidated: 'wine list, revalidated (304)',
  bareStringRender: 'bare renderToString, same tree',
  bareStreamRender: 'bare renderToPipeableStream, same tree',
  render: 'wine list, uncached',
  renderCollected: 'wine list, uncached, collected and hashed',
  direct: 'API call, direct',
  gateway: 'API call, through the gateway',
} as const;
type Name = (typeof pageScenarioNames)[keyof typeof pageScenarioNames];

type SampleOf = (name: Name) => ScenarioSample;

const speedRatio = (sampleOf: SampleOf, name: Name, baseline: Name) =>
  ratio(sampleOf(name).requestsPerCpuSecond, sampleOf(baseline).requestsPerCpuSecond);

/**
 * @param process Index in `BenchScenario.processes`. The scenario of the gateway lists the storefront first and then
 * the API.
 */
const cpuMicrosOf = (sampleOf: SampleOf, name: Name, process = 0) =>
  Object.values(sampleOf(name).cpuMicros)[process] ?? Number.NaN;

export const reportPages = (sampleOf: SampleOf): BenchPartReport => ({
  metrics: createMetrics(sampleOf),
  sections: [createCachedSection(sampleOf), createRenderSection(sampleOf), createGatewaySection(sampleOf)],
});

const createMetrics = (sampleOf: SampleOf): MetricsByName => ({
  'cached.perCpuSecond': sampleOf(pageScenarioNames.cached).requestsPerCpuSecond,
  'cached.ratio': speedRatio(sampleOf, pageScenarioNames.cached, pageScenarioNames.bareCached),
  'revalidated.ratio': speedRatio(sampleOf, pageScenarioNames.revalidated, pageScenarioNames.bareRevalidated),
  'render.perCpuSecond': sampleOf(pageScenarioNames.render).requestsPerCpuSecond,
  'render.ratioToString': speedRatio(sampleOf, pageScenarioNames.render, pageScenarioNames.bareStringRender),
  'render.ratioToStream': speedRatio(sampleOf, pageScenarioNames.render, pageScenarioNames.bareStreamRender),
  'renderCollected.ratioToString': speedRatio(
    sampleOf,
    pageScenarioNames.renderCollected,
    pageScenarioNames.bareStringRender,
  ),
  'renderCollected.ratioToStream': speedRatio(
    sampleOf,
    pageScenarioNames.renderCollected,
    pageScenarioNames.bareStreamRender,
  ),
  'bareStreamRender.ratioToString': speedRatio(
    sampleOf,
    pageScenarioNames.bareStreamRender,
    pageScenarioNames.bareStringRender,
  ),
  'gateway.storefrontMicros': cpuMicrosOf(sampleOf, pageScenarioNames.gateway),
  'gateway.apiMicros': cpuMicrosOf(sampleOf, pageScenarioNames.gateway, 1),
  'gateway.directMicros': cpuMicrosOf(sampleOf, pageScenarioNames.direct),
  'gateway.ratio': ratio(
    sampleOf(pageScenarioNames.gateway).requestsPerSecond,
    sampleOf(pageScenarioNames.direct).requestsPerSecond,
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
        'Fastify in the row above.',
    ],
    columns: ['', 'per second', 'per CPU-second', 'ratio', 'p50 ms', 'p99 ms', 'memory MiB', 'failures'],
    rows: [
      row(pageScenarioNames.bareCached, pageScenarioNames.bareCached),
      row(pageScenarioNames.cached, pageScenarioNames.bareCached),
      row(pageScenarioNames.bareRevalidated, pageScenarioNames.bareRevalidated),
      row(pageScenarioNames.revalidated, pageScenarioNames.bareRevalidated),
    ],
  };
}

function createRenderSection(sampleOf: SampleOf): ReportSection {
  const row = (name: Name) => {
    const { requestsPerSecond, requestsPerCpuSecond, p50Ms, p99Ms, residentMiB, failures } = sampleOf(name);
    const ratioToString = speedRatio(sampleOf, name, pageScenarioNames.bareStringRender);
    const ratioToStream = speedRatio(sampleOf, name, pageScenarioNames.bareStreamRender);
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
      pageScenarioNames.bareStringRender,
      pageScenarioNames.bareStreamRender,
      pageScenarioNames.render,
      pageScenarioNames.renderCollected,
    ].map(row),
  };
}

function createGatewaySection(sampleOf: SampleOf): ReportSection {
  const row = (name: Name, storefrontMicros: number, apiMicros: number) => {
    const { requestsPerSecond, p50Ms, p99Ms, failures } = sampleOf(name);
    const callRatio = ratio(requestsPerSecond, sampleOf(pageScenarioNames.direct).requestsPerSecond);
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
      row(pageScenarioNames.direct, Number.NaN, cpuMicrosOf(sampleOf, pageScenarioNames.direct)),
      row(
        pageScenarioNames.gateway,
        cpuMicrosOf(sampleOf, pageScenarioNames.gateway),
        cpuMicrosOf(sampleOf, pageScenarioNames.gateway, 1),
      ),
    ],
  };
}

import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { BenchScenario } from '../load/measure.ts';
import { measureInterleaved } from '../load/measure-interleaved.ts';
import { median } from '../load/statistics.ts';
import { sendRequest } from '../processes/send-request.ts';
import type { PinnedServer } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';
import {
  type ByteTimes,
  benchmarkedApiPath,
  buildPagesPartReport,
  cachedPageConnectionCount,
  pageScenarioReportLabels,
  renderConnectionCount,
} from './pages-report.ts';
import { type PageServers, startPageServers } from './pages-servers.ts';

const host = { host: fullEstateSite.host };
const brotli = { ...host, 'accept-encoding': 'br' };

/** Measures cached pages, renders and API calls, each with its baseline. */
export async function measurePages(environment: SharedBenchResources, profile: BenchProfile): Promise<BenchPartReport> {
  const { servers, etag } = await startPageServers(environment);
  const scenarios = [
    ...createCachedScenarios(servers, etag),
    ...createCacheInFrontScenarios(servers),
    ...createRenderScenarios(servers),
    ...createGatewayScenarios(environment, servers),
  ];
  const sampleOf = await measureInterleaved(scenarios, profile);
  const byteTimes = {
    bareStreamRender: await measureByteTimes(servers.bareStreamRender),
    render: await measureByteTimes(servers.uncached),
    cached: await measureByteTimes(servers.storefront),
  };
  // The caches end before the storefront behind them.
  for (const server of Object.values(servers).reverse()) await server.stop();
  const measured = new Set(scenarios.map(({ name }) => name));
  return buildPagesPartReport((name) => (measured.has(name) ? sampleOf(name) : null), byteTimes);
}

/** Number of single requests of which the median is reported. */
const timedRequests = 60;

/** Measures the times until the first and the last byte, one request after another. */
async function measureByteTimes(server: PinnedServer): Promise<ByteTimes> {
  const responses: ByteTimes[] = [];
  for (let count = 0; count < timedRequests; count++) responses.push(await sendRequest(server, wineListPath, host));
  return {
    firstByteMs: median(responses.map(({ firstByteMs }) => firstByteMs)),
    lastByteMs: median(responses.map(({ lastByteMs }) => lastByteMs)),
  };
}

const createScenario = (name: string, server: PinnedServer, request: PlannedRequest): BenchScenario => ({
  name,
  processes: { [server.name]: server.pid },
  plan: { url: server.url, connections: cachedPageConnectionCount, requests: [request] },
  afterSample: () => server.truncateLog(),
});

function createCachedScenarios(
  { storefront, bareCached, bareRevalidated }: PageServers,
  etag: string,
): BenchScenario[] {
  const page = { path: wineListPath, headers: brotli };
  const conditional = { path: wineListPath, headers: { ...brotli, 'if-none-match': etag } };
  return [
    createScenario(pageScenarioReportLabels.bareCached, bareCached, page),
    createScenario(pageScenarioReportLabels.cached, storefront, page),
    { ...createScenario(pageScenarioReportLabels.bareRevalidated, bareRevalidated, conditional), status: 304 },
    { ...createScenario(pageScenarioReportLabels.revalidated, storefront, conditional), status: 304 },
  ];
}

function createCacheInFrontScenarios({ origin, nginx, varnish }: PageServers): BenchScenario[] {
  // Varnish keeps gzip, as browsers accept it beside brotli; nginx keeps what the storefront sends for the header.
  const page = { path: wineListPath, headers: { ...host, 'accept-encoding': 'gzip, br' } };
  const scenario = (name: string, cache: PinnedServer | undefined) =>
    cache
      ? [
          {
            ...createScenario(name, cache, page),
            processes: { [cache.name]: cache.pid, storefront: origin.pid },
            afterSample: () => origin.truncateLog(),
          },
        ]
      : [];
  return [...scenario(pageScenarioReportLabels.nginx, nginx), ...scenario(pageScenarioReportLabels.varnish, varnish)];
}

function createRenderScenarios(servers: PageServers): BenchScenario[] {
  const renderScenario = (name: string, server: PinnedServer): BenchScenario => {
    const scenario = createScenario(name, server, { path: wineListPath, headers: host });
    return { ...scenario, plan: { ...scenario.plan, connections: renderConnectionCount } };
  };
  return [
    renderScenario(pageScenarioReportLabels.bareStringRender, servers.bareStringRender),
    renderScenario(pageScenarioReportLabels.bareStreamRender, servers.bareStreamRender),
    renderScenario(pageScenarioReportLabels.render, servers.uncached),
    renderScenario(pageScenarioReportLabels.renderCollected, servers.bufferedOnly),
  ];
}

function createGatewayScenarios(
  { api, apiSecret }: SharedBenchResources,
  { storefront }: PageServers,
): BenchScenario[] {
  const apiHeaders = { idSite: String(fullEstateSite.id), userLang: 'fr_FR', 'x-api-secret': apiSecret };
  return [
    createScenario(pageScenarioReportLabels.direct, api, { path: benchmarkedApiPath, headers: apiHeaders }),
    {
      ...createScenario(pageScenarioReportLabels.gateway, storefront, {
        path: `/api${benchmarkedApiPath}`,
        headers: host,
      }),
      processes: { storefront: storefront.pid, API: api.pid },
    },
  ];
}

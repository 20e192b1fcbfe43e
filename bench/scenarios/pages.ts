import type { BenchEnvironment } from '../environment.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { BenchScenario } from '../measure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';
import type { BenchProfile } from '../profiles.ts';
import type { BenchPartReport } from '../report/report.ts';
import type { PinnedServer } from '../server-process.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';
import {
  benchmarkedApiPath,
  cachedPageConnectionCount,
  pageScenarioNames,
  renderConnectionCount,
  reportPages,
} from './pages-report.ts';
import { type PageServers, startPageServers } from './pages-servers.ts';

const host = { host: fullEstateSite.host };
const brotli = { ...host, 'accept-encoding': 'br' };

/** Measures cached pages, renders and API calls, each with its baseline. */
export async function measurePages(environment: BenchEnvironment, profile: BenchProfile): Promise<BenchPartReport> {
  const { servers, etag } = await startPageServers(environment);
  const scenarios = [
    ...createCachedScenarios(servers, etag),
    ...createRenderScenarios(servers),
    ...createGatewayScenarios(environment, servers),
  ];
  const sampleOf = await measureInterleaved(scenarios, profile);
  for (const server of Object.values(servers)) await server.stop();
  return reportPages(sampleOf);
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
    createScenario(pageScenarioNames.bareCached, bareCached, page),
    createScenario(pageScenarioNames.cached, storefront, page),
    { ...createScenario(pageScenarioNames.bareRevalidated, bareRevalidated, conditional), status: 304 },
    { ...createScenario(pageScenarioNames.revalidated, storefront, conditional), status: 304 },
  ];
}

function createRenderScenarios(servers: PageServers): BenchScenario[] {
  const renderScenario = (name: string, server: PinnedServer): BenchScenario => {
    const scenario = createScenario(name, server, { path: wineListPath, headers: host });
    return { ...scenario, plan: { ...scenario.plan, connections: renderConnectionCount } };
  };
  return [
    renderScenario(pageScenarioNames.bareStringRender, servers.bareStringRender),
    renderScenario(pageScenarioNames.bareStreamRender, servers.bareStreamRender),
    renderScenario(pageScenarioNames.render, servers.uncached),
    renderScenario(pageScenarioNames.renderCollected, servers.bufferedOnly),
  ];
}

function createGatewayScenarios({ api, apiSecret }: BenchEnvironment, { storefront }: PageServers): BenchScenario[] {
  const apiHeaders = { idSite: String(fullEstateSite.id), userLang: 'fr_FR', 'x-api-secret': apiSecret };
  return [
    createScenario(pageScenarioNames.direct, api, { path: benchmarkedApiPath, headers: apiHeaders }),
    {
      ...createScenario(pageScenarioNames.gateway, storefront, { path: `/api${benchmarkedApiPath}`, headers: host }),
      processes: { storefront: storefront.pid, API: api.pid },
    },
  ];
}

import type { BenchEnvironment } from '../environment.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import type { Scenario } from '../measure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';
import type { Profile } from '../profiles.ts';
import type { PartResult } from '../report/report.ts';
import { sendRequest } from '../send-request.ts';
import type { ServerProcess } from '../server-process.ts';
import { fullEstate, wineListPath } from '../sites/write-sites.ts';
import { apiCall, connections, names, renderConnections, reportPages } from './pages-report.ts';
import { type PageServers, startPageServers } from './pages-servers.ts';

const host = { host: fullEstate.host };
const brotli = { ...host, 'accept-encoding': 'br' };

/** Measures cached pages, renders and API calls, each with its baseline. */
export async function measurePages(environment: BenchEnvironment, profile: Profile): Promise<PartResult> {
  const servers = await startPageServers(environment);
  const scenarios = [
    ...(await createCachedScenarios(servers)),
    ...createRenderScenarios(servers),
    ...createGatewayScenarios(environment, servers),
  ];
  const sampleOf = await measureInterleaved(scenarios, profile);
  for (const server of Object.values(servers)) await server.stop();
  return reportPages(sampleOf);
}

const createScenario = (name: string, server: ServerProcess, request: PlannedRequest): Scenario => ({
  name,
  processes: { [server.name]: server.pid },
  plan: { url: server.url, connections, requests: [request] },
  afterSample: () => server.truncateLog(),
});

async function createCachedScenarios({ storefront, bareCached, bareRevalidated }: PageServers): Promise<Scenario[]> {
  const page = { path: wineListPath, headers: brotli };
  const { headers } = await sendRequest(storefront, '/', brotli);
  const conditional = { path: '/', headers: { ...brotli, 'if-none-match': headers.etag ?? '' } };
  return [
    createScenario(names.bareCached, bareCached, page),
    createScenario(names.cached, storefront, page),
    createScenario(names.bareRevalidated, bareRevalidated, conditional),
    createScenario(names.revalidated, storefront, conditional),
  ];
}

function createRenderScenarios(servers: PageServers): Scenario[] {
  const renderScenario = (name: string, server: ServerProcess): Scenario => {
    const scenario = createScenario(name, server, { path: wineListPath, headers: host });
    return { ...scenario, plan: { ...scenario.plan, connections: renderConnections } };
  };
  return [
    renderScenario(names.bareStringRender, servers.bareStringRender),
    renderScenario(names.bareStreamRender, servers.bareStreamRender),
    renderScenario(names.render, servers.uncached),
    renderScenario(names.renderCollected, servers.collecting),
  ];
}

function createGatewayScenarios({ api, apiSecret }: BenchEnvironment, { storefront }: PageServers): Scenario[] {
  const apiHeaders = { idSite: String(fullEstate.id), userLang: 'fr_FR', 'x-api-secret': apiSecret };
  return [
    createScenario(names.direct, api, { path: apiCall, headers: apiHeaders }),
    {
      ...createScenario(names.gateway, storefront, { path: `/api${apiCall}`, headers: host }),
      processes: { storefront: storefront.pid, API: api.pid },
    },
  ];
}

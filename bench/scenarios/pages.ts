import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#tests/support/servers/free-port.ts';
import type { Ground, Profile } from '../ground.ts';
import { startStorefront } from '../ground.ts';
import type { PlannedRequest } from '../load/load-plan.ts';
import { type Burst, interleave, type Scenario } from '../measure.ts';
import type { Figures, Section } from '../report/report.ts';
import { fullEstate, wineList } from '../sites/write-sites.ts';
import { ask, type Started, start, whenAnswers } from '../started.ts';
import { apiCall, connections, names, renderConnections, reportPages } from './pages-report.ts';

const host = { host: fullEstate.host };
const brotli = { ...host, 'accept-encoding': 'br' };

interface Servers {
  storefront: Started;
  renderer: Started;
  keeper: Started;
  bareCached: Started;
  bareRevalidated: Started;
  bareRender: Started;
}

/** Cached pages, renders and calls, each beside its yardstick. */
export async function measurePages(
  ground: Ground,
  profile: Profile,
): Promise<{ sections: Section[]; figures: Figures }> {
  const servers = await startServers(ground);
  const scenarios = await scenariosOf(ground, servers);
  const measured = await interleave(scenarios, profile);
  for (const server of Object.values(servers)) await server.stop();
  const of = (name: string): Burst => {
    const burst = measured.get(name);
    if (!burst) throw new Error(`${name} was not measured`);
    return burst;
  };
  return reportPages(of);
}

async function startServers(ground: Ground): Promise<Servers> {
  const { estateDir: sitesDir, folder } = ground;
  const storefront = await startStorefront(ground, { name: 'storefront', sitesDir });
  await whenAnswers(storefront, '/readyz');
  const { bytes, headers } = await cachedPage(storefront);
  const file = join(folder, 'wine-list.br');
  await writeFile(file, bytes);
  const bare = async (name: string, script: [string, ...string[]], env: Record<string, string> = {}) => {
    const port = await freePort();
    const server = start({ name, script: [script[0], String(port), ...script.slice(1)], port, env, folder });
    await whenAnswers(server, '/');
    return server;
  };
  const renderer = await startStorefront(ground, { name: 'storefront, nothing kept', sitesDir, keepsNothing: true });
  const keeper = await startStorefront(ground, { name: 'storefront, no room', sitesDir, htmlCacheBytes: 1 });
  await whenAnswers(renderer, wineList, fullEstate.host);
  await whenAnswers(keeper, wineList, fullEstate.host);
  const type = headers['content-type'] ?? '';
  return {
    storefront,
    renderer,
    keeper,
    bareCached: await bare('bare Fastify', ['bench/servers/bare-fastify.ts', '200', file, type, 'br']),
    bareRevalidated: await bare('bare Fastify, 304', ['bench/servers/bare-fastify.ts', '304']),
    bareRender: await bare('bare render', ['bench/servers/bare-render.ts', ground.bareTree, wineList], {
      ...ground.storefrontEnv,
      SITES_DIR: sitesDir,
      SITE_FOLDER: fullEstate.folder,
    }),
  };
}

/** The wine list as the cache answers it once it is compressed. */
async function cachedPage(storefront: Started): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { status, headers, body } = await ask(storefront, wineList, brotli);
    if (status === 200 && headers['content-encoding'] === 'br') return { bytes: body, headers };
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${wineList} of ${fullEstate.host} is never answered 200 with brotli`);
}

async function scenariosOf(ground: Ground, servers: Servers): Promise<Scenario[]> {
  const scenario = (
    name: string,
    server: Started,
    request: PlannedRequest,
    more: Partial<Scenario> = {},
  ): Scenario => ({
    name,
    processes: { [server.name]: server.pid },
    plan: { url: server.url, connections, requests: [request] },
    afterwards: () => server.emptyLog(),
    ...more,
  });
  const render = (name: string, server: Started): Scenario => {
    const plain = scenario(name, server, { path: wineList, headers: host });
    return { ...plain, plan: { ...plain.plan, connections: renderConnections } };
  };
  const { storefront } = servers;
  const { headers } = await ask(storefront, '/', brotli);
  const known = { ...brotli, 'if-none-match': headers.etag ?? '' };
  const toApi = { idSite: String(fullEstate.id), userLang: 'fr_FR', 'x-api-secret': ground.apiSecret };
  return [
    scenario(names.bareCached, servers.bareCached, { path: wineList, headers: brotli }),
    scenario(names.cached, storefront, { path: wineList, headers: brotli }),
    scenario(names.bareRevalidated, servers.bareRevalidated, { path: '/', headers: known }),
    scenario(names.revalidated, storefront, { path: '/', headers: known }),
    render(names.bareRender, servers.bareRender),
    render(names.render, servers.renderer),
    render(names.renderCollected, servers.keeper),
    scenario(names.direct, ground.api, { path: apiCall, headers: toApi }),
    scenario(
      names.gateway,
      storefront,
      { path: `/api${apiCall}`, headers: host },
      { processes: { storefront: storefront.pid, API: ground.api.pid } },
    ),
  ];
}

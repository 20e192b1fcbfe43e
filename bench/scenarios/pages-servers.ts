import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCacheProgram, prepareNginx, prepareVarnish } from '#tests/support/servers/cache-programs.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { type BenchResponse, sendRequest } from '../processes/send-request.ts';
import { type PinnedServer, spawnServerProcess, waitUntilReady } from '../processes/server-process.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';

export interface PageServers {
  storefront: PinnedServer;
  /** A storefront whose pages are not cacheable, so that every request is a render. */
  uncached: PinnedServer;
  /**
   * A storefront whose cache is too small for any page, so that renders are buffered for the cache and then dropped.
   */
  bufferedOnly: PinnedServer;
  bareCached: PinnedServer;
  bareRevalidated: PinnedServer;
  bareStringRender: PinnedServer;
  bareStreamRender: PinnedServer;
  /** A storefront that allows caches in front of it. */
  origin: PinnedServer;
  /** Caches in front of `origin`; absent where they are not installed. */
  nginx?: PinnedServer;
  varnish?: PinnedServer;
}

/**
 * Starts the storefronts and the baselines, and waits until they can serve.
 * @returns The servers, and the ETag of the compressed wine list.
 */
export async function startPageServers(
  environment: SharedBenchResources,
): Promise<{ servers: PageServers; etag: string }> {
  const { folder, bareTreeBundle } = environment;
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront' });
  await waitUntilReady(storefront, '/readyz');
  const page = await fetchCachedPage(storefront);
  const pageArgs = await writeResponse(folder, 'wine-list', page);
  const etag = page.headers.etag ?? '';
  const conditionalHeaders = { ...brotliRequestHeaders, 'if-none-match': etag };
  const notModified = await sendRequest(storefront, wineListPath, conditionalHeaders);
  if (notModified.status !== 304) throw new Error(`${wineListPath} with its ETag was answered ${notModified.status}`);
  const notModifiedArgs = await writeResponse(folder, 'wine-list-304', notModified);

  const uncachedOptions = { name: 'storefront, uncached', isHtmlCacheDisabled: true };
  const uncached = await spawnStorefrontProcess(environment, uncachedOptions);
  const bufferedOnlyOptions = { name: 'storefront, buffered only', htmlCacheBytes: 1 };
  const bufferedOnly = await spawnStorefrontProcess(environment, bufferedOnlyOptions);
  await waitUntilReady(uncached, wineListPath, fullEstateSite.host);
  await waitUntilReady(bufferedOnly, wineListPath, fullEstateSite.host);

  const renderArgs = [bareTreeBundle, wineListPath];
  const startBare = (name: string, file: string, args: readonly string[]) =>
    startBaseline(environment, name, file, args);
  const servers: PageServers = {
    storefront,
    uncached,
    bufferedOnly,
    bareCached: await startBare('bare Fastify', 'bare-fastify.ts', pageArgs),
    bareRevalidated: await startBare('bare Fastify, 304', 'bare-fastify.ts', notModifiedArgs),
    bareStringRender: await startBare('bare renderToString', 'bare-string-render.ts', renderArgs),
    bareStreamRender: await startBare('bare renderToPipeableStream', 'bare-stream-render.ts', renderArgs),
    ...(await startCachesInFront(environment)),
  };
  return { servers, etag };
}

/** Starts nginx and Varnish, as far as they are installed, as the documentation describes them. */
async function startCachesInFront(
  environment: SharedBenchResources,
): Promise<Pick<PageServers, 'origin' | 'nginx' | 'varnish'>> {
  const extraEnv = { SHARED_CACHE_SECONDS: '3600', TRUST_PROXY: 'loopback' };
  const origin = await spawnStorefrontProcess(environment, { name: 'storefront behind a cache', extraEnv });
  await waitUntilReady(origin, wineListPath, fullEstateSite.host);
  await fetchCachedPage(origin);
  const storefrontPort = Number(new URL(origin.url).port);
  const start = async (name: string, program: string, prepare: (folder: string, port: number) => Promise<string[]>) => {
    const folder = join(environment.folder, name);
    await mkdir(folder);
    // Varnish and nginx read their files as users of their own.
    await chmod(environment.folder, 0o755);
    const port = await findFreePort();
    const script = [program, ...(await prepare(folder, port))] as const;
    const server = spawnServerProcess({ name, script, isProgram: true, port, logFolder: environment.folder });
    await waitUntilReady(server, wineListPath, fullEstateSite.host);
    return server;
  };
  const [nginx, varnishd] = [findCacheProgram('nginx'), findCacheProgram('varnishd')];
  return {
    origin,
    ...(nginx && {
      nginx: await start('nginx', nginx, (folder, port) => prepareNginx({ folder, storefrontPort, port })),
    }),
    ...(varnishd && {
      varnish: await start('Varnish', varnishd, async (folder, port) =>
        prepareVarnish({ folder, storefrontPort, port }, await findFreePort()),
      ),
    }),
  };
}

async function startBaseline(
  { estateDir, folder, storefrontEnv }: SharedBenchResources,
  name: string,
  file: string,
  args: readonly string[],
): Promise<PinnedServer> {
  const port = await findFreePort();
  const env = { ...storefrontEnv, SITES_DIR: estateDir, SITE_FOLDER: fullEstateSite.folder };
  const script = [`bench/servers/${file}`, String(port), ...args] as const;
  const server = spawnServerProcess({ name, script, port, env, logFolder: folder });
  await waitUntilReady(server, '/');
  return server;
}

/** Headers that Node adds to each response itself. */
const serverHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** Writes a response for `bare-fastify.ts`, and returns that server's arguments. */
async function writeResponse(folder: string, name: string, response: BenchResponse): Promise<string[]> {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([header]) => !serverHeaders.has(header)));
  const responseFile = join(folder, `${name}.json`);
  await writeFile(responseFile, JSON.stringify({ status: response.status, headers }));
  if (response.body.length === 0) return [responseFile];
  const bodyFile = join(folder, `${name}.br`);
  await writeFile(bodyFile, response.body);
  return [responseFile, bodyFile];
}

const brotliRequestHeaders = { host: fullEstateSite.host, 'accept-encoding': 'br' };
const maxAttempts = 200;

/** Requests the wine list until the storefront, which compresses in the background, sends it compressed. */
async function fetchCachedPage(storefront: PinnedServer): Promise<BenchResponse> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const response = await sendRequest(storefront, wineListPath, brotliRequestHeaders);
    if (response.status === 200 && response.headers['content-encoding'] === 'br') return response;
    await sleep(50);
  }
  throw new Error(`${wineListPath} of ${fullEstateSite.host} was never answered with brotli`);
}

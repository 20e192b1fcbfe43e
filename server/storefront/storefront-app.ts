import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookiePlugin from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerConfig } from '#server/config.ts';
import { toPublicNetwork } from '#server/http/client-network.ts';
import { type ConnectionLimits, limitConnections } from '#server/http/connection-limits.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { diskFullReason } from '#server/http/disk-space.ts';
import { closeConnectionsOnDrain, type DrainState } from '#server/http/drain-connections.ts';
import { createFrameworkErrorHandler, registerFailureHandlers } from '#server/http/failures.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { registerLoadShedding } from '#server/http/load-shedding.ts';
import { registerRequestMetrics, type ServerMetrics } from '#server/http/metrics.ts';
import { createRequestIdGenerator, createUniqueIdGenerator } from '#server/http/request-ids.ts';
import { createLogControllerWithoutRequestLog, registerRequestLog } from '#server/http/request-log.ts';
import { serveClientFiles } from '#server/http/serve-client-files.ts';
import { createTrustedProxies, type TrustedProxies, warnOfUntrustedProxies } from '#server/http/trusted-proxies.ts';
import { registerAdminRoute } from './admin-route.ts';
import type { ApiClient } from './api/api-client.ts';
import { registerHtmlCacheMetrics } from './cache/cache-metrics.ts';
import { createCachedPageFastPath } from './cache/cached-page-fast-path.ts';
import { createDataCache } from './cache/data-cache.ts';
import { followSiteChanges } from './cache/follow-site-changes.ts';
import { HtmlCache } from './cache/html-cache.ts';
import { PageDisk } from './cache/page-disk.ts';
import { createPurger } from './cache/purger.ts';
import { SiteGenerations } from './cache/site-generations.ts';
import { registerDiscoveryRoutes } from './discovery/discovery-routes.ts';
import { registerELabelRoutes } from './e-label-routes.ts';
import { apiGateway } from './gateway/api-gateway.ts';
import { createFileStreamer } from './gateway/create-file-streamer.ts';
import { createBufferedFormForwarder } from './gateway/form-body.ts';
import { handoverGateway } from './gateway/handover-gateway.ts';
import { mediaGateway } from './gateway/media-gateway.ts';
import { createRequestRoleReader } from './gateway/staff-session.ts';
import { type BuiltAssets, keepAssets } from './kept-assets.ts';
import { limitRequestsPerNetwork, type NetworkChargeExchange } from './network-request-limit.ts';
import { noScriptFormRoutes } from './pages/no-script-form-routes.ts';
import { noScriptSiteFormRoute } from './pages/no-script-site-form-route.ts';
import { registerPagePreviewRoute } from './pages/page-preview-route.ts';
import { registerPageRoute, type WarmPage } from './pages/page-route.ts';
import { PageWarmer } from './pages/page-warmer.ts';
import { createRenderQueue, type RenderQueue } from './pages/render-queue.ts';
import type { RendererSource } from './pages/renderer-source.ts';
import { registerCustomScriptRoute } from './pages/site-script.ts';
import { createSiteUnderConstructionCheck } from './pages/site-under-construction-check.ts';
import { unsubscriptionRoute } from './pages/unsubscription-route.ts';
import { createClientErrorHandler } from './responses/answer-client-error.ts';
import { sendStorefrontFailure } from './send-storefront-failure.ts';
import type { ConfiguredSite } from './sites/host-index.ts';
import { createListedHostIndex } from './sites/listed-host-index.ts';
import { matchHost, registerHostMatching } from './sites/match-hosts.ts';
import { createWatchedHostIndex } from './sites/watched-host-index.ts';

export type StorefrontConfig = Pick<ServerConfig, 'sitesDir' | 'hasLocalNames' | 'trustProxy' | 'hasApiDocs'> &
  Partial<
    Pick<
      ServerConfig,
      | 'port'
      | 'role'
      | 'dataDir'
      | 'assetsDir'
      | 'requestsPerSecond'
      | 'htmlDiskCacheBytes'
      | 'sharedCache'
      | 'purge'
      | 'hasLocalApi'
      | 'processes'
    >
  >;

export interface StorefrontDependencies {
  api: ApiClient;
  rendering: RendererSource;
  logger: FastifyBaseLogger;
  metrics?: ServerMetrics;
  drain?: DrainState;
  /** Called with all valid sites once they are known, and after changes of them or of the hosts that staff edit. */
  onSitesChanged?: (sites: readonly ConfiguredSite[]) => void;
  /** Middleware of the development server, which runs before all routes of a site. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  htmlCacheBytes?: number;
  /** Shares the count of requests with other storefronts; by default this one counts alone. */
  networkCharges?: NetworkChargeExchange | undefined;
  /** Limits of the visitors' connections; none by default. */
  connectionLimits?: ConnectionLimits;
}

/** Builds the Fastify application that serves all sites. Closing the application also closes its API client. */
export async function buildStorefront(
  config: StorefrontConfig,
  dependencies: StorefrontDependencies,
): Promise<FastifyInstance> {
  const { logger, metrics, drain = { isDraining: false }, connectionLimits } = dependencies;
  const { isTrusted, clientAddress } = createTrustedProxies(config.trustProxy);
  const state = createState(config, dependencies);
  const { htmlCache, sites } = state;
  const hosts = () => sites.hosts;
  if (metrics) registerHtmlCacheMetrics(metrics, htmlCache);
  const createRequestId = createUniqueIdGenerator();
  const serveCachedPage = createCachedPageFastPath({
    hosts,
    cache: htmlCache,
    isTrusted,
    log: logger,
    createRequestId,
    processes: config.processes ?? 1,
  });

  const app = createApp(
    logger,
    createRequestIdGenerator(isTrusted, createRequestId),
    // An address that cannot be decoded reaches no hook, and gets the headers and the language of its site here.
    (request, reply) => void matchHost(request, reply, hosts(), isTrusted),
    // While the server drains, Fastify handles all requests, because it closes their connections, which the fast path
    // does not do.
    (request, response) => !drain.isDraining && serveCachedPage(request, response),
    createClientErrorHandler((host) => hosts().find(host)?.lang),
  );
  if (connectionLimits)
    limitConnections(app.server, {
      limits: connectionLimits,
      // The connections of a proxy carry the requests of many visitors.
      networkOf: (socket) => (isTrusted?.({ socket }) ? null : toPublicNetwork(socket.remoteAddress ?? '')),
      log: logger,
      ...(metrics && { onRefused: (cause) => metrics.get('cuvee_connections_refused_total').inc({ cause }) }),
    });
  serveUntilShutdown(app, state, { api: dependencies.api, drain, hasLocalApi: hasLocalApi(config) });
  registerFailureHandlers(app, sendStorefrontFailure);
  if (metrics) registerRequestMetrics(app, 'storefront', metrics);
  registerRequestLog(app, (request) => request.siteHost?.id);
  warnOfUntrustedProxies(app, isTrusted);
  registerHostMatching(app, sites, isTrusted);
  limitRequestsPerNetwork(app, {
    requestsPerSecond: config.requestsPerSecond ?? 0,
    clientAddress,
    exchange: dependencies.networkCharges,
  });
  registerLoadShedding(app);
  // Cookies are parsed where a route reads them, because pages are the same for every visitor.
  await app.register(cookiePlugin, { hook: false });
  if (dependencies.middleware) addMiddleware(app, dependencies.middleware);
  await serveAssets(app, dependencies.rendering, config.assetsDir);
  await registerRoutes(app, { ...dependencies, ...state, config, isTrusted, clientAddress });
  return app;
}

type StorefrontState = ReturnType<typeof createState>;

/** Reports the health of the storefront, and closes connections and background work when the server stops. */
function serveUntilShutdown(
  app: FastifyInstance,
  state: StorefrontState,
  { api, drain, hasLocalApi }: { api: ApiClient; drain: DrainState; hasLocalApi: boolean },
): void {
  const { changes, sites, disk, purger } = state;
  app.addHook('onClose', async () => {
    sites.stop();
    await changes.stop();
    await purger?.stop();
    await disk?.close();
    await api.close();
  });
  closeConnectionsOnDrain(app, drain);
  serveHealthChecks(app, drain, () => findUnreadyReason(api, state, hasLocalApi));
}

/** Serves the files of this build, and from `assetsDir` those of other builds. */
async function serveAssets(
  app: FastifyInstance,
  { clientFolder, adminClientAssets }: RendererSource,
  assetsDir: string | undefined,
): Promise<void> {
  const builds = [
    { folder: clientFolder, path: '/assets/' },
    { folder: adminClientAssets.folder, path: '/admin-assets/' },
  ].filter((build): build is BuiltAssets => build.folder !== null);
  const keptDir = assetsDir && builds.length > 0 && (await keepAssets(assetsDir, builds, app.log)) ? assetsDir : null;
  for (const { folder, path } of builds)
    await app.register(serveClientFiles, { folders: keptDir === null ? [folder] : [folder, keptDir], path });
}

interface RouteOptions extends StorefrontState, Pick<StorefrontDependencies, 'api' | 'rendering'>, TrustedProxies {
  config: StorefrontConfig;
}

/** Registers the gateways to the API, then the routes that render pages, whose patterns match any other path. */
async function registerRoutes(app: FastifyInstance, options: RouteOptions): Promise<void> {
  const { config, api, rendering, sites, isTrusted, clientAddress, htmlCache, dataCache, generations, changes } =
    options;
  const bufferForm = createBufferedFormForwarder();
  const readRole = createRequestRoleReader(api, clientAddress);
  // Media and exports share one limit, because they share the API client's connections for files.
  const streams = createFileStreamer({ clientAddress });
  await app.register(apiGateway, {
    api,
    clientAddress,
    isTrusted,
    hasApiDocs: config.hasApiDocs,
    bufferForm,
    readRole,
    spoolFolder: chooseSpoolFolder(config),
    processes: config.processes ?? 1,
    streams,
  });
  await app.register(handoverGateway, { api, clientAddress, hosts: () => sites.hosts });
  await app.register(mediaGateway, { api, clientAddress, streams });
  registerCustomScriptRoute(app, api);
  const isBuilding = createSiteUnderConstructionCheck(dataCache, generations);
  registerELabelRoutes(app, { htmlCache, dataCache, generations });
  registerDiscoveryRoutes(app, { htmlCache, dataCache, generations, isBuilding });
  const renderQueue = createRenderQueue();
  registerPagePreviewRoute(app, { api, rendering, renderQueue, dataCache, clientAddress });
  const { sendPage, sendFormResultPage, warmPage } = registerPageRoute(app, {
    rendering,
    renderQueue,
    htmlCache,
    dataCache,
    generations,
    changes,
    clientAddress,
    isBuilding,
    readRole,
  });
  warmPopularPages(app, options, warmPage, renderQueue);
  registerAdminRoute(app, { client: rendering.adminClientAssets, readRole, sendPage });
  await app.register(noScriptSiteFormRoute, { api, clientAddress, isTrusted, sendFormResultPage, bufferForm });
  await app.register(noScriptFormRoutes, {
    api,
    clientAddress,
    isTrusted,
    sendPage,
    sendFormResultPage,
  });
  await app.register(unsubscriptionRoute, { api, clientAddress, sendFormResultPage });
}

function warmPopularPages(
  app: FastifyInstance,
  { config, htmlCache, generations, changes, sites, disk }: RouteOptions,
  warmPage: WarmPage,
  renderQueue: RenderQueue,
): void {
  const warmer = new PageWarmer({
    cache: htmlCache,
    generations,
    hosts: () => sites.hosts,
    warmPage,
    isIdle: () => changes.hasConnected && renderQueue.isIdle,
    file: disk && config.dataDir ? join(config.dataDir, 'popular-pages.json') : null,
    log: app.log,
  });
  app.addHook('onListen', () => warmer.load());
  app.addHook('onClose', () => warmer.close());
}

const hasLocalApi = ({ role, hasLocalApi = false }: StorefrontConfig): boolean => role === 'both' || hasLocalApi;

/**
 * Returns the folder for uploads. It is below the data folder, because the temporary folder of many systems is in
 * memory. A storefront whose API runs elsewhere uses the temporary folder nevertheless, because it may have no writable
 * data folder.
 */
const chooseSpoolFolder = (config: StorefrontConfig): string =>
  hasLocalApi(config) && config.dataDir ? join(config.dataDir, 'spool') : tmpdir();

function createState(
  config: StorefrontConfig,
  { api, rendering, logger, metrics, onSitesChanged, htmlCacheBytes }: StorefrontDependencies,
) {
  const { sharedCache = null, purge = null } = config;
  const purger = sharedCache && purge && createPurger({ purge, sharedCache, log: logger, metrics });
  const generations = new SiteGenerations((site) => purger?.purge(site));
  const hostOptions = { ...config, port: config.port || undefined };
  const listeners = {
    onSiteChanged: (siteId: number) => generations.increment(siteId),
    log: logger,
    ...(onSitesChanged && { onSitesChanged }),
  };
  // The sites of a storefront of its own are those of the API: replicas need no folders, which could also differ.
  const sites =
    config.role === 'storefront' && !config.hasLocalApi
      ? createListedHostIndex(hostOptions, listeners)
      : createWatchedHostIndex(hostOptions, listeners);
  const disk = openPageDisk(config, rendering, logger);
  return {
    generations,
    disk,
    purger,
    htmlCache: new HtmlCache({
      log: logger,
      disk,
      sharedCache,
      ...(htmlCacheBytes && { maxBytes: htmlCacheBytes }),
    }),
    dataCache: createDataCache(api, generations, logger),
    sites,
    changes: followSiteChanges(api, generations, logger, sites),
  };
}

/** Settings on which no page depends. Some of them differ between processes, and `apiSecret` may change with each start. */
const settingsWithoutEffect = new Set([
  ...['port', 'host', 'apiPort', 'opsPort', 'opsHost', 'apiSecret', 'previousApiSecret'],
  ...['dataDir', 'filesDir', 'assetsDir', 'sitesDir', 'htmlDiskCacheBytes', 'logLevel', 'drainSeconds'],
]);

function openPageDisk(config: StorefrontConfig, { buildId }: RendererSource, log: FastifyBaseLogger): PageDisk | null {
  const { dataDir, htmlDiskCacheBytes = 0, processes = 1 } = config;
  if (htmlDiskCacheBytes === 0 || !dataDir || !buildId) return null;
  // The port of an API of the same machine is another one after each start.
  const settings = Object.entries(config).filter(
    ([name]) => !settingsWithoutEffect.has(name) && !(config.hasLocalApi && name === 'apiUrl'),
  );
  return new PageDisk({
    folder: join(dataDir, 'pages'),
    keyFile: join(dataDir, 'pages.key'),
    maxBytes: htmlDiskCacheBytes,
    processes,
    identity: createHash('sha256')
      .update(JSON.stringify([buildId, settings]))
      .digest('base64url'),
    log,
  });
}

function createApp(
  logger: FastifyBaseLogger,
  genReqId: (request: IncomingMessage) => string,
  matchSite: (request: FastifyRequest, reply: FastifyReply) => void,
  serveCachedPage: (request: IncomingMessage, response: ServerResponse) => boolean,
  clientErrorHandler: ReturnType<typeof createClientErrorHandler>,
): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: createLogControllerWithoutRequestLog(),
    genReqId,
    clientErrorHandler,
    frameworkErrors: createFrameworkErrorHandler((failure, request, reply) => {
      matchSite(request, reply);
      return sendStorefrontFailure(failure, request, reply);
    }),
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) => createHttpServer(handle, serveCachedPage),
  });
}

function addMiddleware(app: FastifyInstance, middleware: NonNullable<StorefrontDependencies['middleware']>): void {
  app.addHook('onRequest', (request, reply, done) => {
    middleware(request.raw, reply.raw, () => done());
  });
}

/**
 * Returns the reason for which the storefront cannot serve requests. With pages in its cache it stays ready while the
 * API fails, because it can still serve these pages. It is not ready before the stream of site changes has been open:
 * without the sites, or the hosts that staff have edited, it would respond with 421 and redirect to former hosts. A full
 * disk of its own machine is always a reason, because only the operator can end it.
 */
async function findUnreadyReason(
  api: ApiClient,
  { changes, htmlCache, sites }: StorefrontState,
  hasLocalApi: boolean,
): Promise<string> {
  const hasPages = changes.hasConnected && htmlCache.entries > 0;
  if (hasPages && !hasLocalApi) return '';
  if (!hasPages && changes.isRefused) return 'the API refuses API_SECRET';
  if (!sites.isLoaded) return 'the sites have not been loaded from the API yet';
  if (!changes.hasConnected) return 'the stream of site changes has not been open yet';
  const reason = await api.findUnreadyReason();
  return hasPages && !reason.startsWith(diskFullReason) ? '' : reason;
}

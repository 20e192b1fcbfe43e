import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { type DrainState, drainConnections } from '#server/http/drain-connections.ts';
import { createFrameworkErrorHandler, handleFailures } from '#server/http/failures.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { shedLoad } from '#server/http/load-shedding.ts';
import { type Metrics, measureRequests } from '#server/http/metrics.ts';
import { createRequestIdGenerator, createRequestIds } from '#server/http/request-ids.ts';
import { disableFrameworkRequestLog, logRequests } from '#server/http/request-log.ts';
import { serveClientFiles } from '#server/http/serve-client-files.ts';
import { createTrustedProxies, warnOfUntrustedProxy } from '#server/http/trusted-proxies.ts';
import type { ApiClient } from './api-client.ts';
import { registerCacheMetrics } from './cache/cache-metrics.ts';
import { cachedPageFastPath } from './cache/cached-page-fast-path.ts';
import { createDataCache } from './cache/data-cache.ts';
import { followSiteChanges, type SiteChangeFollower } from './cache/follow-site-changes.ts';
import { HtmlCache } from './cache/html-cache.ts';
import { SiteGenerations } from './cache/site-generations.ts';
import { serveDiscovery } from './discovery/discovery-routes.ts';
import { apiGateway } from './gateway/api-gateway.ts';
import { handoverGateway } from './gateway/handover-gateway.ts';
import { mediaGateway } from './gateway/media-gateway.ts';
import { createBuildingStates } from './pages/building-sites.ts';
import { servePages } from './pages/page-route.ts';
import type { Rendering } from './pages/rendering.ts';
import { serveSiteScripts } from './pages/site-script.ts';
import { createStaffCheck } from './pages/staff-session.ts';
import { sendStorefrontFailure } from './send-storefront-failure.ts';
import type { FolderSite } from './sites/host-index.ts';
import { createLiveSites } from './sites/live-sites.ts';
import { matchHosts } from './sites/match-hosts.ts';

export type StorefrontConfig = Pick<Config, 'sitesDir' | 'localNames' | 'trustProxy' | 'apiDocs'> &
  Partial<Pick<Config, 'port'>>;

export interface StorefrontDependencies {
  api: ApiClient;
  rendering: Rendering;
  logger: FastifyBaseLogger;
  metrics?: Metrics;
  drain?: DrainState;
  /** Called with all valid sites at the start and after each change. */
  onSitesChanged?: (sites: readonly FolderSite[]) => void;
  /** Middleware of the development server, which runs before all routes of a site. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  htmlCacheBytes?: number;
}

/** Builds the storefront of all sites. Closing it closes its API client. */
export async function buildStorefront(
  config: StorefrontConfig,
  dependencies: StorefrontDependencies,
): Promise<FastifyInstance> {
  const { api, rendering, logger, metrics, drain = { isDraining: false } } = dependencies;
  const { isTrusted, clientAddress } = createTrustedProxies(config.trustProxy);
  const { htmlCache, dataCache, generations, changes, sites } = createState(config, dependencies);
  const hosts = () => sites.hosts;
  if (metrics) registerCacheMetrics(metrics, htmlCache);
  const createRequestId = createRequestIds();
  const serveCachedPage = cachedPageFastPath({ hosts, cache: htmlCache, isTrusted, log: logger, createRequestId });

  const app = createApp(
    logger,
    createRequestIdGenerator(isTrusted, createRequestId),
    // Fastify closes connections while the server drains.
    (request, response) => !drain.isDraining && serveCachedPage(request, response),
  );
  app.addHook('onClose', async () => {
    sites.stop();
    await changes.stop();
    await api.close();
  });
  drainConnections(app, drain);
  serveHealthChecks(app, drain, () => isReady(api, changes, htmlCache));
  handleFailures(app, sendStorefrontFailure);
  if (metrics) measureRequests(app, 'storefront', metrics);
  logRequests(app, (request) => request.siteHost?.id);
  warnOfUntrustedProxy(app, isTrusted);
  matchHosts(app, hosts, isTrusted);
  await shedLoad(app);
  if (dependencies.middleware) addMiddleware(app, dependencies.middleware);

  if (rendering.clientFolder) await app.register(serveClientFiles, { folder: rendering.clientFolder });
  await app.register(apiGateway, { api, clientAddress, isTrusted, apiDocs: config.apiDocs });
  await app.register(handoverGateway, { api, clientAddress, hosts });
  await app.register(mediaGateway, { api, clientAddress });
  serveSiteScripts(app, api);
  const isBuilding = createBuildingStates(dataCache, generations);
  const isStaff = createStaffCheck(api, clientAddress);
  serveDiscovery(app, { htmlCache, dataCache, generations, isBuilding });
  servePages(app, { rendering, htmlCache, dataCache, generations, changes, clientAddress, isBuilding, isStaff });
  return app;
}

function createState(
  config: StorefrontConfig,
  { api, logger, onSitesChanged, htmlCacheBytes }: StorefrontDependencies,
) {
  const generations = new SiteGenerations();
  return {
    generations,
    htmlCache: new HtmlCache({ log: logger, ...(htmlCacheBytes && { maxBytes: htmlCacheBytes }) }),
    dataCache: createDataCache(api, generations, logger),
    sites: createLiveSites(
      { ...config, port: config.port || undefined },
      {
        onSiteChanged: (siteId) => generations.increment(siteId),
        log: logger,
        ...(onSitesChanged && { onSitesChanged }),
      },
    ),
    changes: followSiteChanges(api, generations, logger),
  };
}

function createApp(
  logger: FastifyBaseLogger,
  genReqId: (request: IncomingMessage) => string,
  serveCachedPage: (request: IncomingMessage, response: ServerResponse) => boolean,
): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: disableFrameworkRequestLog(),
    genReqId,
    frameworkErrors: createFrameworkErrorHandler(sendStorefrontFailure),
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
 * Without the API a storefront that has pages in its cache can still serve them, so a load balancer must not take it away.
 * One whose secret the API refuses has never been able to follow changes.
 */
const isReady = async (api: ApiClient, changes: SiteChangeFollower, cache: HtmlCache): Promise<boolean> =>
  (changes.hasConnected && cache.entries > 0) || (!changes.isRefused && (await api.isReady()));

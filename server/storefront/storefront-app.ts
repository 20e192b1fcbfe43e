import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#server/config.ts';
import { clientFiles } from '#server/http/client-files.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';

import { drainConnections } from '#server/http/drain-connections.ts';
import { answerFailures, answerFrameworkErrors } from '#server/http/failures.ts';
import { answerHealth } from '#server/http/health.ts';
import { shedLoad } from '#server/http/load-shedding.ts';
import { type Metrics, measureRequests } from '#server/http/metrics.ts';
import { requestIds } from '#server/http/request-ids.ts';
import { logRequests } from '#server/http/request-log.ts';
import { trustedProxies } from '#server/http/trusted-proxies.ts';
import { answerStorefrontFailure } from './answer-failure.ts';
import type { ApiClient } from './api-client.ts';
import { cacheMetrics } from './cache/cache-metrics.ts';
import { cachedPageFastPath } from './cache/cached-page-fast-path.ts';
import { createDataCache } from './cache/data-cache.ts';
import { Generations } from './cache/generations.ts';
import { HtmlCache } from './cache/html-cache.ts';
import { followChanges } from './cache/site-changes.ts';
import { serveDiscovery } from './discovery/discovery-routes.ts';
import { apiGateway } from './gateway/api-gateway.ts';
import { mediaGateway } from './gateway/media-gateway.ts';
import { servePages } from './pages/page-route.ts';
import type { Rendering } from './pages/rendering.ts';
import { serveSiteScripts } from './pages/site-script.ts';
import type { FolderSite } from './sites/host-index.ts';
import { liveSites } from './sites/live-sites.ts';
import { matchHosts } from './sites/site-by-host.ts';

export type StorefrontConfig = Pick<Config, 'sitesDir' | 'localNames' | 'trustProxy' | 'apiDocs'>;

export interface StorefrontParts {
  api: ApiClient;
  rendering: Rendering;
  logger: FastifyBaseLogger;
  metrics?: Metrics;
  /** Told of the good sites, at first and after each change. */
  onSites?: (sites: readonly FolderSite[]) => void;
  /** The development server's part, before everything else of a site. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  htmlCacheBytes?: number;
}

/** The storefront of all sites. It listens nowhere yet; closing it closes its API client. */
export async function buildStorefront(config: StorefrontConfig, parts: StorefrontParts): Promise<FastifyInstance> {
  const { api, rendering, logger, metrics, onSites } = parts;
  const { isTrusted, clientAddress } = trustedProxies(config.trustProxy);
  const generations = new Generations();
  const htmlCache = new HtmlCache({ log: logger, ...(parts.htmlCacheBytes && { maxBytes: parts.htmlCacheBytes }) });
  const dataCache = createDataCache(api, generations, logger);
  const sites = liveSites(config, {
    onSiteChanged: (siteId) => generations.raise(siteId),
    log: logger,
    ...(onSites && { onSites }),
  });
  const changes = followChanges(api, generations, logger);
  const pageMetrics = metrics ? cacheMetrics(metrics, htmlCache) : { count: () => {} };
  const hosts = () => sites.hosts;
  const answerFromCache = cachedPageFastPath({ hosts, cache: htmlCache, isTrusted, log: logger, ...pageMetrics });

  let isClosing = false;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(isTrusted),
    frameworkErrors: answerFrameworkErrors(answerStorefrontFailure),
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) =>
      createHttpServer(handle, (request, response) => !isClosing && answerFromCache(request, response)),
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onClose', async () => {
    sites.stop();
    await changes.stop();
    await api.close();
  });

  drainConnections(app);
  answerHealth(app, () => api.isReady());
  answerFailures(app, answerStorefrontFailure);
  if (metrics) measureRequests(app, 'storefront', metrics);
  logRequests(app, (request) => request.siteHost?.id);
  matchHosts(app, hosts, isTrusted);
  await shedLoad(app);
  if (parts.middleware) addMiddleware(app, parts.middleware);

  if (rendering.clientFolder) await app.register(clientFiles, { folder: rendering.clientFolder });
  await app.register(apiGateway, { api, clientAddress, isTrusted, apiDocs: config.apiDocs });
  await app.register(mediaGateway, { api, clientAddress });
  serveSiteScripts(app, api);
  serveDiscovery(app, { htmlCache, dataCache, generations, changes });
  servePages(app, { rendering, htmlCache, dataCache, generations, changes });
  return app;
}

function addMiddleware(app: FastifyInstance, middleware: NonNullable<StorefrontParts['middleware']>): void {
  app.addHook('onRequest', (request, reply, done) => {
    middleware(request.raw, reply.raw, () => done());
  });
}

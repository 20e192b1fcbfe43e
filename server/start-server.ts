import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServerConfig } from '#server/config.ts';
import {
  type DescriptorPlan,
  planDescriptors,
  readDescriptorLimit,
  warnOfLowDescriptorLimit,
} from '#server/http/connection-limits.ts';
import { createLogDestination } from '#server/http/create-log-destination.ts';
import type { DrainState } from '#server/http/drain-connections.ts';
import { type FindUnreadyReason, findUnreadyReason, parseUnreadyReason } from '#server/http/health.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics, type ServerMetrics, startMetricsServer } from '#server/http/metrics.ts';
import type { NewSiteImporter, NewSiteImporterOptions } from '#server/import/import-new-sites.ts';
import { listenAt } from '#server/listen-at.ts';
import { reportServerStarted } from '#server/report-started.ts';
import type { RunApiDependencies, RunningApi } from '#server/run-api.ts';
import { recordRunningPort } from '#server/running-port.ts';
import type { ShutdownStack } from '#server/shutdown-stack.ts';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { loadBuiltRenderer, type RendererSource } from '#server/storefront/pages/renderer-source.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { buildStorefront, type StorefrontDependencies } from '#server/storefront/storefront-app.ts';

export interface StartServerOptions {
  rendering?: RendererSource;
  middleware?: StorefrontDependencies['middleware'];
  htmlCacheBytes?: number;
  /** Called with all valid sites instead of reporting the start, which a supervisor does for all its processes. */
  onSitesChanged?: (sites: readonly ConfiguredSite[]) => void;
  networkCharges?: StorefrontDependencies['networkCharges'];
}

/** The parts of a process that its supervisor uses. */
export interface RunningApplications {
  /** The API in this process; null if it runs in another process. */
  api: RunningApi | null;
  logger: FastifyBaseLogger;
  metrics: ServerMetrics;
  findReason: FindUnreadyReason;
}

const dist = join(import.meta.dirname, '../dist');

/** `shutdown` collects what must be closed, `drain` tells the applications that the server is about to stop. */
export interface ServerLifecycle {
  shutdown: ShutdownStack;
  drain: DrainState;
  /** Called when the server begins to drain. */
  onDrain?: () => void;
}

/**
 * Starts the applications that belong to the role of the process. The modules of API and worker are imported only by a
 * process that runs them, so a storefront of its own starts in half the time and needs less memory.
 * @throws OperatorError
 */
export async function startApplications(
  config: ServerConfig,
  options: StartServerOptions,
  lifecycle: ServerLifecycle,
): Promise<RunningApplications> {
  const { shutdown, drain } = lifecycle;
  const logger = createLogger(config.logLevel, createLogDestination());
  const metrics = createMetrics();
  let findReason: FindUnreadyReason = async () => 'the server is starting';
  if (config.opsPort !== null) {
    const ops = await startMetricsServer(config.opsPort, config.opsHost, metrics, () =>
      findUnreadyReason(drain, findReason),
    );
    shutdown.add(async () => ops.close());
  }
  if (config.role === 'worker') {
    const { runWorker } = await import('#server/run-worker.ts');
    const worker = await runWorker(config, { logger, metrics });
    shutdown.add(() => worker.close());
    findReason = worker.findReason;
    logger.info({ code: 'worker_started' }, 'worker started');
    return { api: null, logger, metrics, findReason };
  }
  const descriptorLimit = readDescriptorLimit();
  const descriptors = planDescriptors(config, descriptorLimit);
  warnOfLowDescriptorLimit(descriptorLimit, descriptors, logger);
  const api = config.role === 'storefront' ? null : await startApi(config, { logger, metrics, drain, descriptors });
  if (api) shutdown.add(() => api.close());
  if (api) findReason = () => readUnreadyReason(api.app);
  if (config.role === 'api') return { api, logger, metrics, findReason };
  const storefront = await startStorefront(config, options, { lifecycle, logger, metrics, descriptors, api });
  findReason = () => readUnreadyReason(storefront);
  return { api, logger, metrics, findReason };
}

/** Asks an application of this process for its readiness, as a peer on this machine, which learns the reason. */
async function readUnreadyReason(app: FastifyInstance): Promise<string> {
  const { statusCode, body } = await app.inject('/readyz');
  return statusCode === 200 ? '' : parseUnreadyReason(body);
}

async function startApi(config: ServerConfig, dependencies: RunApiDependencies): Promise<RunningApi> {
  const { runApi } = await import('#server/run-api.ts');
  return runApi(config, dependencies);
}

interface StorefrontStart {
  lifecycle: ServerLifecycle;
  logger: FastifyBaseLogger;
  metrics: ServerMetrics;
  descriptors: DescriptorPlan;
  /** The API in this process; null if it runs in another process. */
  api: RunningApi | null;
}

/** Time in milliseconds for which the report of the start waits for the sites of the API. */
const sitesTimeoutMs = 2_000;

async function loadSiteImporter(options: NewSiteImporterOptions): Promise<NewSiteImporter> {
  const { createNewSiteImporter } = await import('#server/import/import-new-sites.ts');
  return createNewSiteImporter(options);
}

async function startStorefront(
  config: ServerConfig,
  options: StartServerOptions,
  { lifecycle: { shutdown, drain }, logger, metrics, descriptors, api }: StorefrontStart,
): Promise<FastifyInstance> {
  const newSites = api && (await loadSiteImporter({ ...config, db: api.db, log: logger }));
  if (newSites) shutdown.add(() => newSites.stop());
  let sites: readonly ConfiguredSite[] = [];
  const loading = Promise.withResolvers<true>();
  const storefront = await buildStorefront(config, {
    api: createApiClient(config.apiUrl ?? api?.origin ?? '', config.apiSecret, {
      maxConnections: descriptors.apiCalls,
      // In development, sources change while the API runs.
      trust: options.middleware ? 'none' : api ? 'all' : 'own-build',
    }),
    rendering: options.rendering ?? (await loadBuiltRenderer(dist)),
    logger,
    metrics,
    drain,
    connectionLimits: descriptors.incoming,
    onSitesChanged: (current) => {
      sites = current;
      loading.resolve(true);
      newSites?.update(current);
      options.onSitesChanged?.(current);
    },
    networkCharges: options.networkCharges,
    ...(options.middleware && { middleware: options.middleware }),
    ...(options.htmlCacheBytes && { htmlCacheBytes: options.htmlCacheBytes }),
  });
  shutdown.add(() => storefront.close());
  // The storefront listens before new sites are imported. Until a new site is imported, its visitors get a page that
  // says that the site is being prepared.
  await listenAt(storefront, config.host, config.port, 'PORT');
  // A storefront of its own may have no writable data folder.
  if (api) shutdown.add(await recordRunningPort(config.dataDir, config.port));
  await newSites?.whenIdle();
  const isLoaded = await Promise.race([loading.promise, sleep(sitesTimeoutMs, false, { ref: false })]);
  if (!isLoaded) logger.warn({ code: 'sites_awaited', api: config.apiUrl }, 'waiting for the sites of the API');
  if (options.onSitesChanged) return storefront;
  const report = loading.promise.then(() => reportServerStarted(sites, config, logger));
  if (isLoaded) await report;
  return storefront;
}

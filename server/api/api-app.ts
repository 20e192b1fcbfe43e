import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { registerSiteResolution } from '#server/api/contract/register-site-resolution.ts';
import { sendUnhandledApiFailure } from '#server/api/contract/send-failure.ts';
import { serveApiDocs } from '#server/api/openapi/serve-api-docs.ts';
import { createApiRequestIdGenerator, registerCallerIdentification } from '#server/api/tenancy/current-site.ts';
import { createSiteRegistry, type SiteRegistry } from '#server/api/tenancy/site-registry.ts';
import type { ServerConfig } from '#server/config.ts';
import { type ConnectionLimits, limitConnections } from '#server/http/connection-limits.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { createDiskWatch } from '#server/http/disk-space.ts';
import { createDnsResolver, type DnsResolver } from '#server/http/dns-resolver.ts';
import { closeConnectionsOnDrain, type DrainState } from '#server/http/drain-connections.ts';
import { createFrameworkErrorHandler, registerFailureHandlers } from '#server/http/failures.ts';
import { createPublicUrlFetcher, type FetchPublicUrl } from '#server/http/fetch-public-url.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { registerLoadShedding } from '#server/http/load-shedding.ts';
import { registerRequestMetrics, type ServerMetrics } from '#server/http/metrics.ts';
import { createLogControllerWithoutRequestLog, registerRequestLog } from '#server/http/request-log.ts';
import { maxJsonBodyBytes } from '#shared/limits.ts';
import { type ApiProviders, apiProviders } from './api-providers.ts';
import { registerApiRoutes } from './api-routes.ts';
import { siteChangeStreamRoute } from './changes/change-stream.ts';
import type { SiteChangeFeed } from './changes/open-site-change-feed.ts';
import type { Db } from './database/connect.ts';
import { isDatabaseUnavailable } from './database/database-unavailable.ts';
import { createSchemaCheck, isSchemaMismatch } from './database/schema-check.ts';
import { runWithStatementOrigin } from './database/slow-statements.ts';
import { createReadinessCheck, writeTemporaryTable } from './readiness-check.ts';

type ApiConfig = Pick<ServerConfig, 'apiSecret' | 'hasApiDocs' | 'dataDir' | 'filesDir'> &
  Partial<Pick<ServerConfig, 'previousApiSecret' | 'host' | 'opsHost' | 'domainVerification' | 'dnsServers'>>;

interface ApiDependencies {
  db: Db;
  changes: SiteChangeFeed;
  logger: FastifyBaseLogger;
  metrics?: ServerMetrics;
  drain?: DrainState;
  /** Limits of the connections of storefronts; none by default. */
  connectionLimits?: ConnectionLimits;
  /** Payment, pickup point and review providers; by default those of the platform. Tests replace them. */
  providers?: ApiProviders;
  /** Fetches URLs that staff have entered. Tests replace it. */
  fetchPublicUrl?: FetchPublicUrl;
  /** Looks up the domains of estates; by default in the DNS. Tests replace it. */
  dns?: DnsResolver;
  /** Validates every response against its contract. Only tests set it, because it is slow. */
  shouldCheckResponses?: boolean;
}

/**
 * Builds the Fastify application of the product API, which owns all data of the platform. The caller starts and stops
 * listening, and closes the database.
 */
export async function buildApi(config: ApiConfig, dependencies: ApiDependencies): Promise<FastifyInstance> {
  const {
    db,
    changes,
    logger: loggerInstance,
    drain = { isDraining: false },
    metrics,
    connectionLimits,
    providers = apiProviders,
    fetchPublicUrl = createPublicUrlFetcher(),
    dns = createDnsResolver({ servers: config.dnsServers ?? [] }),
    shouldCheckResponses = false,
  } = dependencies;
  const apiSecrets: [string, ...string[]] = [
    config.apiSecret,
    ...(config.previousApiSecret ? [config.previousApiSecret] : []),
  ];
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: createLogControllerWithoutRequestLog(),
    bodyLimit: maxJsonBodyBytes,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) => createHttpServer(handle),
    genReqId: createApiRequestIdGenerator(apiSecrets),
    frameworkErrors: createFrameworkErrorHandler(sendUnhandledApiFailure),
  });
  // Except in scopes that register another parser, such as uploads, any content type but JSON gets a 415.
  app.removeContentTypeParser('text/plain');
  if (connectionLimits)
    limitConnections(app.server, {
      limits: connectionLimits,
      networkOf: () => null,
      log: loggerInstance,
      ...(metrics && { onRefused: (cause) => metrics.get('cuvee_connections_refused_total').inc({ cause }) }),
    });
  closeConnectionsOnDrain(app, drain);
  registerOperations(app, config, dependencies, apiSecrets);
  await app.register(siteChangeStreamRoute, { db, changes, apiSecrets });
  if (config.hasApiDocs) await app.register(serveApiDocs);

  const sites = createSiteRegistry(db);
  invalidateChangedSites(app, sites, changes);
  await app.register(async (scope) => {
    registerSiteResolution(scope, sites);
    const operationsHosts = [config.host, config.opsHost].filter((host) => host !== undefined);
    const { domainVerification = 'dns' } = config;
    const external = { providers, fetchPublicUrl, dns, domainVerification };
    const options = { ...config, ...external, db, apiSecrets, shouldCheckResponses, operationsHosts };
    await registerApiRoutes(scope, options);
  });
  return app;
}

/** Registers health checks, identification of callers, metrics, logs, failures and load shedding. */
function registerOperations(
  app: FastifyInstance,
  config: ApiConfig,
  { db, changes, metrics, drain = { isDraining: false } }: ApiDependencies,
  apiSecrets: [string, ...string[]],
): void {
  const disk = createDiskWatch({
    folders: { FILES_DIR: config.filesDir, DATA_DIR: config.dataDir },
    writeToDatabase: () => writeTemporaryTable(db),
    log: app.log,
  });
  const schema = watchSchema(app, db, changes);
  const readiness = createReadinessCheck({
    db,
    filesDir: config.filesDir,
    disk,
    findSchemaDrift: schema.findDrift,
    report: (reason) => app.log.warn({ code: 'not_ready', reason }, 'API not ready'),
  });
  serveHealthChecks(app, drain, readiness);
  registerCallerIdentification(app, apiSecrets);
  nameStatementOrigins(app);
  if (metrics) registerRequestMetrics(app, 'api', metrics);
  registerRequestLog(app, (request) => request.caller?.site?.id);
  registerFailureHandlers(
    app,
    sendUnhandledApiFailure,
    (error) => {
      if (isSchemaMismatch(error)) schema.expire();
      return isDatabaseUnavailable(error);
    },
    disk,
  );
  registerLoadShedding(app);
}

function nameStatementOrigins(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    runWithStatementOrigin(
      () => ({
        route: request.routeOptions.url ?? null,
        reqId: request.id,
        site: request.caller?.site?.id,
      }),
      done,
    );
  app.addHook('onRequest', enter);
  // The events of a body do not run in the context of their request.
  app.addHook('preValidation', enter);
}

/** Creates the check of the schema, which looks again when another process has migrated it. */
function watchSchema(app: FastifyInstance, db: Db, changes: SiteChangeFeed) {
  const schema = createSchemaCheck(db.$client);
  const stop = changes.subscribeToSchema(schema.expire);
  app.addHook('onClose', async () => stop());
  return schema;
}

function invalidateChangedSites(app: FastifyInstance, sites: SiteRegistry, changes: SiteChangeFeed): void {
  const stop = changes.subscribe((change) => sites.invalidate(change === 'all' ? null : change.site));
  app.addHook('onClose', async () => stop());
}

import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { sendFailureEnvelope } from '#server/api/contract/envelopes.ts';
import { requireSiteHeader } from '#server/api/contract/require-site.ts';
import { createRateLimits } from '#server/api/limits/rate-limits.ts';
import { serveApiDocs } from '#server/api/openapi/serve-api-docs.ts';
import { createApiRequestIdGenerator, identifyCallers } from '#server/api/tenancy/current-site.ts';
import { createSiteDirectory, type SiteDirectory } from '#server/api/tenancy/site-directory.ts';
import type { ServerConfig } from '#server/config.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { closeConnectionsOnDrain, type DrainState } from '#server/http/drain-connections.ts';
import { createFrameworkErrorHandler, registerFailureHandlers } from '#server/http/failures.ts';
import { createPublicUrlFetcher, type FetchPublicUrl } from '#server/http/fetch-public-url.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { registerLoadShedding } from '#server/http/load-shedding.ts';
import { type ProcessMetrics, registerRequestMetrics } from '#server/http/metrics.ts';
import { disableFrameworkRequestLog, registerRequestLog } from '#server/http/request-log.ts';
import { maxBodyBytes } from '#shared/limits.ts';
import { readSessionUser } from './accounts/accounts.ts';
import { accountsRoutes } from './accounts/accounts-routes.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { productImportRoutes } from './admin/product-import/product-import-routes.ts';
import { todayRoutes } from './admin/today-routes.ts';
import { itemCalendars } from './api-calendars.ts';
import { createPersonalRecordsAccess } from './api-personal-records.ts';
import { type ApiProviders, apiProviders } from './api-providers.ts';
import { editableResources, productResource } from './api-resources.ts';
import { cartRoutes } from './cart/cart-routes.ts';
import { createQuantityCache, createStockChangeNotifier } from './catalogue/catalogue.ts';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { siteChangeStreamRoute } from './changes/change-stream.ts';
import type { SiteChangeFeed } from './changes/subscribe-to-site-changes.ts';
import { checkoutRoutes } from './checkout/checkout-routes.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { contentRoutes } from './content/content-routes.ts';
import type { Db } from './database/connect.ts';
import { isDatabaseUnavailable } from './database/database-unavailable.ts';
import { elementsRoutes } from './elements/elements-routes.ts';
import { registrationRoutes } from './elements/registration-routes.ts';
import { staffRegistrationRoutes } from './elements/staff-registration-routes.ts';
import { formsRoutes } from './forms/forms-routes.ts';
import { submissionRoutes } from './forms/submission-routes.ts';
import { createReadinessCheck } from './is-api-ready.ts';
import { labelsRoutes } from './labels/labels-routes.ts';
import { fileRoute } from './media/file-route.ts';
import { imageRoute } from './media/image-route.ts';
import { loadSvgRoute } from './media/load-svg-route.ts';
import { uploadRoutes } from './media/upload-routes.ts';
import { newsletterRoutes } from './newsletter/newsletter-routes.ts';
import { countCollectionsPerSlot } from './orders/order-reading-repository.ts';
import { ordersRoutes } from './orders/orders-routes.ts';
import { settlePayment } from './orders/settle-payment.ts';
import { pagesRoutes } from './pages/pages-routes.ts';
import { paymentsRoutes } from './payments/payments-routes.ts';
import { createPaymentStarter } from './payments/start-payment.ts';
import { placesRoutes } from './places/places-routes.ts';
import { readProductRatings } from './reviews/read-product-ratings.ts';
import { reviewsRoutes } from './reviews/reviews-routes.ts';
import { servicesRoutes } from './services/services-routes.ts';
import { technicalSheetRoute } from './sheets/technical-sheet-route.ts';
import { shippingRoutes } from './shipping/shipping-routes.ts';
import { scriptRoute } from './site/script-route.ts';
import { siteRoutes } from './site/site-routes.ts';
import { readWithdrawalsOfOrders } from './withdrawals/withdrawals-repository.ts';
import { withdrawalsRoutes } from './withdrawals/withdrawals-routes.ts';

/** The settings of the process that the product API reads. */
export type ApiConfig = Pick<ServerConfig, 'apiSecret' | 'apiDocs' | 'dataDir' | 'filesDir'> &
  Partial<Pick<ServerConfig, 'previousApiSecret'>>;

export interface ApiDependencies {
  db: Db;
  changes: SiteChangeFeed;
  logger: FastifyBaseLogger;
  metrics?: ProcessMetrics;
  drain?: DrainState;
  /** Payment, pickup point and review providers; by default those of the platform. Tests replace them. */
  providers?: ApiProviders;
  /** Fetches URLs that staff has entered. Tests replace it. */
  fetchPublicUrl?: FetchPublicUrl;
  /** Validates every response against its contract. Only tests set it, because it is slow. */
  shouldCheckResponses?: boolean;
}

/**
 * Builds the Fastify application of the product API, which owns all data of the platform. The caller starts and stops listening, and closes the database.
 */
export async function buildApi(config: ApiConfig, dependencies: ApiDependencies): Promise<FastifyInstance> {
  const {
    db,
    changes,
    logger: loggerInstance,
    metrics,
    drain = { isDraining: false },
    providers = apiProviders,
    fetchPublicUrl = createPublicUrlFetcher(),
    shouldCheckResponses = false,
  } = dependencies;
  const apiSecrets: [string, ...string[]] = [
    config.apiSecret,
    ...(config.previousApiSecret ? [config.previousApiSecret] : []),
  ];
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: disableFrameworkRequestLog(),
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) => createHttpServer(handle),
    genReqId: createApiRequestIdGenerator(apiSecrets),
    frameworkErrors: createFrameworkErrorHandler(sendFailureEnvelope),
  });
  // The API accepts JSON bodies only; any other content type gets a 415.
  app.removeContentTypeParser('text/plain');
  closeConnectionsOnDrain(app, drain);
  serveHealthChecks(app, drain, createReadinessCheck(db, config.filesDir, app.log));
  identifyCallers(app, apiSecrets);
  if (metrics) registerRequestMetrics(app, 'api', metrics);
  registerRequestLog(app, (request) => request.caller?.site?.id);
  registerFailureHandlers(app, sendFailureEnvelope, isDatabaseUnavailable);
  await registerLoadShedding(app);
  await app.register(siteChangeStreamRoute, { db, changes, apiSecrets });
  if (config.apiDocs) await app.register(serveApiDocs);

  const sites = createSiteDirectory(db);
  invalidateChangedSites(app, sites, changes);
  await app.register(async (scope) => {
    requireSiteHeader(scope, sites);
    const routes = { db, readSession: readSessionUser, shouldCheckResponses };
    const limits = createRateLimits(db);
    const quantities = createQuantityCache(db);
    const stock = createStockChangeNotifier(db, (err) => app.log.error({ err }, 'stock notification failed'));
    scope.addHook('onClose', () => stock.close());
    const { payments } = providers;
    const startPayment = createPaymentStarter();
    await scope.register(productImportRoutes, { ...routes, resource: productResource });
    const records = createPersonalRecordsAccess(payments);
    adminRoutes(scope, { ...routes, resources: editableResources, records, limits });
    todayRoutes(scope, routes);
    siteRoutes(scope, { ...routes, limits });
    await scope.register(pagesRoutes, routes);
    placesRoutes(scope, routes);
    catalogueRoutes(scope, { ...routes, quantities, readRatings: readProductRatings });
    labelsRoutes(scope, routes);
    contentRoutes(scope, routes);
    elementsRoutes(scope, routes);
    registrationRoutes(scope, { ...routes, limits });
    staffRegistrationRoutes(scope, routes);
    servicesRoutes(scope, routes);
    accountsRoutes(scope, { ...routes, limits, records });
    newsletterRoutes(scope, { ...routes, limits });
    shippingRoutes(scope, {
      ...routes,
      pickupPoints: providers.pickupPoints,
      countBookings: countCollectionsPerSlot,
      calendars: itemCalendars,
    });
    cartRoutes(scope, { ...routes, quantities });
    paymentsRoutes(scope, { ...routes, payments, settlePayment, limits });
    ordersRoutes(scope, { ...routes, payments, startPayment, limits, readWithdrawals: readWithdrawalsOfOrders });
    checkoutRoutes(scope, { ...routes, ...providers, startPayment, limits, quantities, stock });
    reviewsRoutes(scope, { ...routes, reviews: providers.reviews, limits });
    withdrawalsRoutes(scope, { ...routes, limits });
    consentRoutes(scope, { ...routes, limits });
    await scope.register(formsRoutes, { ...routes, limits, secrets: apiSecrets });
    submissionRoutes(scope, routes);
    scriptRoute(scope, db);
    loadSvgRoute(scope, { ...routes, limits, fetchPublicUrl });
    await scope.register(uploadRoutes, { ...routes, limits, filesDir: config.filesDir, resources: editableResources });
    imageRoute(scope, { db, filesDir: config.filesDir, cacheDir: join(config.dataDir, 'cache/images') });
    technicalSheetRoute(scope, { db, filesDir: config.filesDir });
    fileRoute(scope, { db, filesDir: config.filesDir });
  });
  return app;
}

function invalidateChangedSites(app: FastifyInstance, sites: SiteDirectory, changes: SiteChangeFeed): void {
  const stop = changes.subscribe((change) => sites.invalidate(change === 'all' ? null : change.site));
  app.addHook('onClose', async () => stop());
}

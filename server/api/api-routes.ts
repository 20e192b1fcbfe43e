import type { FastifyInstance } from 'fastify';
import type { DnsResolver } from '#server/http/dns-resolver.ts';
import type { FetchPublicUrl } from '#server/http/fetch-public-url.ts';
import type { DomainVerificationMode } from '#server/settings.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import { listOpenSlots } from '#shared/shipping/collection-slots.ts';
import type { PersonalDataAccess } from './accounts/accounts.ts';
import { readSession, recordSessionUse } from './accounts/accounts.ts';
import { accountsRoutes } from './accounts/accounts-routes.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { productImportRoutes } from './admin/product-import/product-import-routes.ts';
import { todayRoutes } from './admin/today.ts';
import { createPersonalDataAccess } from './api-personal-data-access.ts';
import type { ApiProviders } from './api-providers.ts';
import { editableResources, productResource } from './api-resources.ts';
import { cartRoutes } from './cart/cart-routes.ts';
import { createSellableQuantityCache, createStockChangeNotifier } from './catalogue/catalogue.ts';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { checkoutRoutes } from './checkout/checkout-routes.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { contentRoutes } from './content/content-routes.ts';
import type { ContractRouteDependencies, PublicReads } from './contract/contract-route.ts';
import { pageDataRoute } from './contract/page-data-route.ts';
import type { Db } from './database/connect.ts';
import { elementsRoutes, readAttendableSlots } from './elements/elements-routes.ts';
import { registrationRoutes, staffRegistrationRoutes } from './elements/registration-routes.ts';
import { formsRoutes } from './forms/forms-routes.ts';
import { submissionRoutes } from './forms/submission-routes.ts';
import { eLabelRoutes } from './labels/e-label-routes.ts';
import { createProofOfWorkService, type ProofOfWorkService } from './limits/proof-of-work-service.ts';
import { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts';
import { fileRoute } from './media/file-route.ts';
import { toImageCacheDir } from './media/image-cache.ts';
import { imageRoute } from './media/image-route.ts';
import { registerRemoteSvgRoute } from './media/load-svg-route.ts';
import { uploadRoutes } from './media/upload-routes.ts';
import { newsletterIssueRoutes } from './newsletter/issues/newsletter-issue-routes.ts';
import { newsletterRoutes } from './newsletter/newsletter-routes.ts';
import { countCollectionsPerSlot } from './orders/order-repository.ts';
import { recordReceivedPayment } from './orders/payment/record-received-payment.ts';
import { ordersRoutes } from './orders/routes/orders-routes.ts';
import { pageEditingRoutes } from './pages/page-editing-routes.ts';
import { paymentsRoutes } from './payments/payments-routes.ts';
import { createPaymentStarter } from './payments/start-payment.ts';
import { placesRoutes } from './places/places-routes.ts';
import { readProductRatings } from './reviews/reviews-repository.ts';
import { reviewsRoutes } from './reviews/reviews-routes.ts';
import { readService, servicesRoutes } from './services/services-routes.ts';
import { technicalSheetRoute } from './sheets/technical-sheet-route.ts';
import { type BookableSlotReaders, shippingRoutes } from './shipping/shipping-routes.ts';
import { acceptAllDomains, createDomainCheck } from './site/check-domains.ts';
import { type CheckProofOfWork, createProofOfWorkCheck } from './site/create-proof-of-work-check.ts';
import { createMailRecordsFinder } from './site/find-missing-mail-records.ts';
import { findPageRead } from './site/read-pages.ts';
import { siteHostingRoutes } from './site/site-hosting-routes.ts';
import { internalScriptRoute, siteRoutes } from './site/site-routes.ts';
import { readWithdrawalsOfOrders } from './withdrawals/withdrawals-repository.ts';
import { withdrawalsRoutes } from './withdrawals/withdrawals-routes.ts';

interface ApiRoutesOptions {
  db: Db;
  /** The current secret between storefront and API, then earlier ones that are still accepted. */
  apiSecrets: readonly [string, ...string[]];
  providers: ApiProviders;
  fetchPublicUrl: FetchPublicUrl;
  shouldCheckResponses: boolean;
  filesDir: string;
  dataDir: string;
  /** Host names of the platform itself, which no estate can use as its domain. */
  operationsHosts: readonly string[];
  dns: DnsResolver;
  domainVerification: DomainVerificationMode;
}

/** Registers the routes of all domains in a scope whose requests belong to a site. */
export async function registerApiRoutes(scope: FastifyInstance, options: ApiRoutesOptions): Promise<void> {
  const { db, providers, shouldCheckResponses } = options;
  const publicReads: PublicReads = new Map();
  const routes = { db, readSession, recordSessionUse, shouldCheckResponses, publicReads };
  const limits = createRateLimiter(db);
  const proofOfWork = createProofOfWorkService(options.apiSecrets);
  const checkProofOfWork = createProofOfWorkCheck({ db, limits, proofOfWork });
  const shared = {
    routes,
    limits,
    proofOfWork,
    checkProofOfWork,
    records: createPersonalDataAccess(providers.payments),
  };
  await registerStaffRoutes(scope, options, shared);
  await registerSiteRoutes(scope, options, shared);
  registerShopRoutes(scope, options, shared);
  await registerFileRoutes(scope, options, shared);
  pageDataRoute(scope, { db, reads: publicReads, findPageRead });
}

interface SharedRouteOptions {
  routes: ContractRouteDependencies;
  limits: RateLimiter;
  proofOfWork: ProofOfWorkService;
  checkProofOfWork: CheckProofOfWork;
  records: PersonalDataAccess;
}

async function registerStaffRoutes(
  scope: FastifyInstance,
  { dns }: ApiRoutesOptions,
  { routes, limits, records }: SharedRouteOptions,
) {
  await scope.register(productImportRoutes, { ...routes, resource: productResource });
  const checkMailDomain = createMailRecordsFinder(dns);
  adminRoutes(scope, { ...routes, resources: editableResources, productResource, records, limits, checkMailDomain });
  todayRoutes(scope, routes);
}

async function registerSiteRoutes(
  scope: FastifyInstance,
  { apiSecrets, operationsHosts, dns, domainVerification }: ApiRoutesOptions,
  { routes, limits, proofOfWork, checkProofOfWork, records }: SharedRouteOptions,
) {
  siteRoutes(scope, { ...routes, limits });
  const checkDomains = domainVerification === 'none' ? acceptAllDomains : createDomainCheck({ dns, limits });
  siteHostingRoutes(scope, { ...routes, operationsHosts, checkDomains });
  await scope.register(pageEditingRoutes, routes);
  placesRoutes(scope, routes);
  eLabelRoutes(scope, routes);
  contentRoutes(scope, routes);
  elementsRoutes(scope, routes);
  registrationRoutes(scope, { ...routes, limits, checkProofOfWork });
  staffRegistrationRoutes(scope, routes);
  servicesRoutes(scope, routes);
  accountsRoutes(scope, { ...routes, limits, records });
  newsletterRoutes(scope, { ...routes, limits, checkProofOfWork });
  newsletterIssueRoutes(scope, { ...routes, limits });
  consentRoutes(scope, { ...routes, limits });
  await scope.register(formsRoutes, { ...routes, limits, proofOfWork, checkProofOfWork, secrets: apiSecrets });
  submissionRoutes(scope, { ...routes, limits });
}

/** Minimum notice for a visit in hours, so that visitors book at least a day ahead. */
const serviceLeadHours = 24;

/**
 * Reads the slots of a month in which visitors can attend an event or book a service. Collection slots of the estate's
 * addresses belong to the shipping domain.
 */
const bookableSlotReaders: BookableSlotReaders = {
  element: async (tx, { id, month, year }, { now, timeZone }) => {
    const slots = await readAttendableSlots(tx, id, new Date(now));
    if (!slots) return null;
    const prefix = `${year}-${String(month).padStart(2, '0')}-`;
    return slots
      .map(({ id: idSchedule, startsAt, endsAt }) => {
        const { day: date, time: from } = toLocalTime(startsAt.getTime(), timeZone);
        return { date, idSchedule, from, to: toLocalTime(endsAt.getTime(), timeZone).time };
      })
      .filter(({ date }) => date.startsWith(prefix));
  },
  service: async (tx, { id, month, year }, clock) => {
    const service = await readService(tx, id);
    return service && listOpenSlots(service, month, year, { ...clock, leadHours: serviceLeadHours });
  },
};

function registerShopRoutes(
  scope: FastifyInstance,
  { db, providers }: ApiRoutesOptions,
  { routes, limits, checkProofOfWork }: SharedRouteOptions,
) {
  const quantities = createSellableQuantityCache(db);
  const stock = createStockChangeNotifier(db, (err) =>
    scope.log.error({ code: 'stock_notification_failed', err }, 'stock notification failed'),
  );
  scope.addHook('onClose', () => stock.close());
  const { payments } = providers;
  const startPayment = createPaymentStarter();
  catalogueRoutes(scope, { ...routes, quantities, readRatings: readProductRatings });
  shippingRoutes(scope, {
    ...routes,
    pickupPoints: providers.pickupPoints,
    countBookings: countCollectionsPerSlot,
    calendars: bookableSlotReaders,
  });
  cartRoutes(scope, { ...routes, quantities });
  paymentsRoutes(scope, { ...routes, payments, recordReceivedPayment, limits });
  ordersRoutes(scope, { ...routes, payments, startPayment, limits, readWithdrawals: readWithdrawalsOfOrders });
  checkoutRoutes(scope, { ...routes, ...providers, startPayment, limits, quantities, stock });
  reviewsRoutes(scope, { ...routes, reviews: providers.reviews, limits, checkProofOfWork });
  withdrawalsRoutes(scope, { ...routes, limits });
}

async function registerFileRoutes(
  scope: FastifyInstance,
  { db, filesDir, dataDir, fetchPublicUrl }: ApiRoutesOptions,
  { routes, limits }: SharedRouteOptions,
) {
  internalScriptRoute(scope, db);
  registerRemoteSvgRoute(scope, { ...routes, limits, fetchPublicUrl });
  await scope.register(uploadRoutes, { ...routes, limits, filesDir, resources: editableResources });
  imageRoute(scope, { db, filesDir, cacheDir: toImageCacheDir(dataDir) });
  technicalSheetRoute(scope, { db, filesDir });
  fileRoute(scope, { db, filesDir });
}

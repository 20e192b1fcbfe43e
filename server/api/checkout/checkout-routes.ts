import type { FastifyInstance } from 'fastify';
import { authenticateSession, toEmailKey } from '#server/api/accounts/accounts.ts';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { readIdempotencyKeyHeader } from '#server/api/contract/read-idempotency-key-header.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { toPublicNetwork } from '#server/http/public-network.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import { idempotencyKeyPattern } from '#shared/endpoint.ts';
import { eurosToCents } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import type { CheckoutDependencies, OrderConcurrencyLimiter } from './checkout-dependencies.ts';
import { createDiscountCodeGuessLimiter } from './create-discount-code-guess-limiter.ts';
import { fetchChosenPickupPoint } from './fetch-chosen-pickup-point.ts';
import { createOrderAttemptLimiter } from './order-rate-limiter.ts';
import { placeOrder } from './place-order.ts';
import { quoteDiscountCode } from './quote-discount-code.ts';
import { quoteShipping } from './quote-shipping.ts';
import { staffCheckoutRoutes } from './staff-checkout-routes.ts';

/**
 * Maximum number of orders that this process handles at a time. Orders of one site wait for each other's row locks, and
 * without a limit they would occupy the database connections that all other calls need.
 */
const maxConcurrentOrders = 4;
const maxWaitingOrders = 500;

export function checkoutRoutes(app: FastifyInstance, dependencies: CheckoutDependencies): void {
  quoteRoutes(app, dependencies);
  const limitOrderConcurrency = createConcurrencyLimiter({
    concurrency: maxConcurrentOrders,
    maxQueue: maxWaitingOrders,
  });
  placeOrderRoute(app, dependencies, limitOrderConcurrency);
  staffCheckoutRoutes(app, dependencies, limitOrderConcurrency);
}

function quoteRoutes(app: FastifyInstance, dependencies: CheckoutDependencies): void {
  const route = createContractRouter(app, 'checkout', checkoutContract, dependencies);
  const guesses = createDiscountCodeGuessLimiter(dependencies.limits);

  route(
    'POST /calculate/shipping-fees',
    async ({ body, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
      const { ipAddress, token } = getCaller(request);
      const { code, products, postalCode } = body;
      const country = toCountryCode(body.country);
      if (!country) return refuse('unknown_country', { errors: { country: translate('refusal.unknown_country') } });
      const quote = () =>
        withSiteTransaction(async (tx) => {
          const emailKey = code ? await findEmailKey(tx, token) : null;
          const context = { site, lang, translate, pickLanguage, now: Date.now() };
          return quoteShipping(tx, { products, postalCode, country, code, emailKey }, context);
        });
      const quoted = code ? await guesses.limit(site.id, ipAddress, quote) : await quote();
      return quoted.ok ? ok({ carriers: quoted.value }) : quoted;
    },
  );

  route('POST /order/discount', ({ body, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
    const { ipAddress, token } = getCaller(request);
    const { products, shippingFees = 0 } = body.cart;
    return guesses.limit(site.id, ipAddress, () =>
      withSiteTransaction(async (tx) => {
        const input = { code: body.code, products, shippingFees: eurosToCents(shippingFees) };
        const context = { site, lang, translate, pickLanguage, now: Date.now() };
        return quoteDiscountCode(tx, { ...input, emailKey: await findEmailKey(tx, token) }, context);
      }),
    );
  });
}

function placeOrderRoute(
  app: FastifyInstance,
  dependencies: CheckoutDependencies,
  limitOrderConcurrency: OrderConcurrencyLimiter,
): void {
  const { db, stock, quantities } = dependencies;
  const route = createContractRouter(app, 'checkout', checkoutContract, dependencies);
  const attempts = createOrderAttemptLimiter(dependencies.limits);

  route('POST /order', async ({ body, user, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
    const key = readIdempotencyKeyHeader(request);
    if (key !== null && !idempotencyKeyPattern.test(key)) return refuse('key_malformed');
    const { email } = body.user;
    if (!user && email === undefined)
      return refuse('login_or_email', { errors: { 'user.email': translate('refusal.login_or_email') } });
    const customer = user ? { userId: user.id } : { email: email ?? '', ipAddress: getCaller(request).ipAddress };
    const attempt = await attempts.begin(site.id, customer);
    if (!attempt.ok) return attempt;
    const texts = { lang, translate, pickLanguage };
    const origins = { origin: getLinkOrigin(request), network: toPublicNetwork(getCaller(request).ipAddress) };
    const guestEmail = user ? null : (email ?? '');
    const hasConsented = body.newsletter === true && (await mayConsent(dependencies.limits, site.id, guestEmail));
    const newsletterConsent = hasConsented ? { ipAddress: getCaller(request).ipAddress } : null;
    const lookup = { withSiteTransaction, lang, log: request.log };
    const call = {
      site,
      carrierPickupPoint: await fetchChosenPickupPoint(dependencies.pickupPoints, lookup, body.delivery),
      ...texts,
      ...origins,
      key,
      newsletterConsent,
      input: body,
      userId: user?.id ?? null,
      staffOrder: null,
    };
    const outcome = await limitOrderConcurrency(() =>
      withSiteTransactionOrRollback(db, site.id, (tx) => placeOrder(tx, { ...call, now: Date.now() }, dependencies)),
    ).catch(async (error: unknown) => {
      await attempt.value.refund();
      throw error;
    });
    // After a refusal for lack of stock the checkout page reads the quantities again, and must not get the cached ones.
    if (outcome.ok || outcome.refusal === 'stock') quantities.invalidate(site.id);
    if (!outcome.ok || outcome.value.isRepeated) await attempt.value.refund();
    if (!outcome.ok) return outcome;
    const { placed, payment, moves } = outcome.value;
    stock.notify(site.id, moves);
    return ok({ ...placed, paymentStep: await dependencies.startPayment(payment, request.log) });
  });
}

/**
 * Checks whether the newsletter subscription of a guest can be confirmed by mail, and counts that mail towards the
 * limit of mails to an unverified address. Above the limit the order is placed without the subscription.
 */
const mayConsent = async (limits: RateLimiter, siteId: number, guestEmail: string | null): Promise<boolean> =>
  guestEmail === null || limits.consume(siteId, 'mail-recipient', guestEmail);

/**
 * Finds the email address, in lower case, whose earlier uses of a discount code count; null for a caller without a
 * session.
 */
async function findEmailKey(tx: SiteTx, token: string | null): Promise<string | null> {
  const user = token === null ? null : await authenticateSession(tx, token);
  return user && toEmailKey(user.email);
}

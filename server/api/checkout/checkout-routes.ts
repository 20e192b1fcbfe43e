import type { FastifyInstance } from 'fastify';
import { toEmailKey } from '#server/api/accounts/accounts.ts';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { readIdempotencyKey } from '#server/api/contract/idempotency.ts';
import type { LimitedAttempt, RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { toPublicNetwork } from '#server/http/client-network.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type CheckoutDependencies, createOrderRunner, placeOrder, type RunOrder } from './place-order.ts';
import { fetchChosenPickupPoint } from './prepare-order.ts';
import { quoteRoutes } from './quote-routes.ts';
import { staffCheckoutRoutes } from './staff-checkout-routes.ts';

export function checkoutRoutes(app: FastifyInstance, dependencies: CheckoutDependencies): void {
  const runOrder = createOrderRunner(dependencies);
  quoteRoutes(app, dependencies);
  placeOrderRoute(app, dependencies, runOrder);
  staffCheckoutRoutes(app, dependencies, runOrder);
}

function placeOrderRoute(app: FastifyInstance, dependencies: CheckoutDependencies, runOrder: RunOrder): void {
  const route = createContractRouter(app, 'checkout', checkoutContract, dependencies);
  const attempts = createOrderAttemptLimiter(dependencies.limits);

  route('POST /order', async ({ body, user, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
    const key = readIdempotencyKey(request);
    if (!key.ok) return key;
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
      key: key.value,
      newsletterConsent,
      input: body,
      userId: user?.id ?? null,
      emailKey: user && toEmailKey(user.email),
      staffOrder: null,
    };
    const outcome = await runOrder(site.id, (tx) => placeOrder(tx, { ...call, now: Date.now() }, dependencies)).catch(
      async (error: unknown) => {
        await attempt.value.refund();
        throw error;
      },
    );
    if (!outcome.ok || outcome.value.isRepeated) await attempt.value.refund();
    if (!outcome.ok) return outcome;
    const { placed, payment } = outcome.value;
    return ok({ ...placed, paymentStep: await dependencies.startPayment(payment, request.log) });
  });
}

/**
 * Checks whether the newsletter subscription of a guest can be confirmed by mail, and counts that mail towards the
 * limit of mails to an unverified address. Above the limit the order is placed without the subscription.
 */
const mayConsent = async (limits: RateLimiter, siteId: number, guestEmail: string | null): Promise<boolean> =>
  guestEmail === null || limits.consume(siteId, 'mail-recipient', guestEmail);

/** The party whose orders are counted: an account, or a guest by email address and IP address. */
type OrderRateLimitedCustomer = { userId: number } | { email: string; ipAddress: string };

interface OrderAttempt {
  /**
   * Removes the attempt from the limits per recipient and site, because it placed no order. The attempt still counts
   * towards the limits per account, client and network.
   */
  refund(): Promise<void>;
}

/** The subject of the rate limit that counts all guest orders of a site together. */
const allGuests = 'all';

/**
 * Limits the orders of an account, and those of guests per client and site and per network. Each guest order sends a
 * mail to an unverified address, so guest orders are also limited per recipient (over all sites) and per site.
 */
const createOrderAttemptLimiter = (limits: RateLimiter) => ({
  async begin(siteId: number, customer: OrderRateLimitedCustomer): Promise<Outcome<OrderAttempt, 'too_many'>> {
    const attempts: LimitedAttempt[] =
      'userId' in customer
        ? [['order-account', String(customer.userId)]]
        : [
            ['guest-order-client', customer.ipAddress],
            ['guest-order-network', customer.ipAddress],
          ];
    const mails: LimitedAttempt[] =
      'userId' in customer
        ? []
        : [
            ['guest-order-recipient', customer.email],
            ['guest-order-site', allGuests],
          ];
    const all = [...attempts, ...mails];
    const refused = await limits.consumeAll(siteId, all);
    const counted = refused ? mails.filter((mail) => all.indexOf(mail) <= all.indexOf(refused)) : [...mails];
    const refund = async () => {
      for (const [limit, subject] of counted.splice(0)) await limits.refund(siteId, limit, subject);
    };
    if (!refused) return ok({ refund });
    await refund();
    return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(siteId, ...refused) } });
  },
});

import type { FastifyInstance } from 'fastify';
import { authenticateSession, toEmailKey } from '#server/api/accounts/accounts.ts';
import { type CartLineInput, resolveCartLinesIgnoringStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  resolveVariantsOfCartLines,
  type UnresolvedCartLine,
} from '#server/api/cart/resolve-variants-of-cart-lines.ts';
import { readSellableItems, readSellableItemsOfProducts } from '#server/api/catalogue/catalogue.ts';
import { createContractRouter, readIdempotencyKeyHeader } from '#server/api/contract/contract-route.ts';
import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { checkDiscountCode } from '#server/api/discounts/check-code.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import {
  carrierOfferToOption,
  createBottleCountRefusal,
  readShippingConfig,
} from '#server/api/shipping/shipping-config.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { toPublicNetwork } from '#server/http/client-network.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import type { DiscountCodeRefusal } from '#shared/discounts/discount-code.ts';
import { type DataOf, idempotencyKeyPattern } from '#shared/endpoint.ts';
import { type Cents, centsToEuros, eurosToCents } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type BottleCountRefusal, findBottleCountRefusal, listCarrierOffers } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import type { CheckoutDependencies, OrderConcurrencyLimiter } from './checkout-dependencies.ts';
import { placeOrder } from './place-order.ts';
import { fetchChosenPickupPoint } from './resolve-delivery.ts';
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

/**
 * Limits guesses at discount codes, which are short enough to be guessed. Only unknown codes count, so that customers
 * who edit their cart often do not reach the limit.
 */
const createDiscountCodeGuessLimiter = (limits: RateLimiter) => ({
  async limit<Value, Refusal extends string>(
    siteId: number,
    ipAddress: string,
    attempt: () => Promise<Outcome<Value, Refusal>>,
  ): Promise<Outcome<Value, Refusal | 'too_many'>> {
    if (!(await limits.hasLeft(siteId, 'code-client', ipAddress)))
      return refuse('too_many', {
        values: { retryAfter: await limits.retryAfterSeconds(siteId, 'code-client', ipAddress) },
      });
    const outcome = await attempt();
    if (!outcome.ok && outcome.refusal === 'code_unknown') await limits.consume(siteId, 'code-client', ipAddress);
    return outcome;
  },
});

interface DiscountCodeQuoteInput {
  code: string;
  products: readonly CartLineInput[];
  shippingFees: Cents;
  /** The email address, in lower case, whose earlier uses of the discount code count; null for an anonymous caller. */
  emailKey: string | null;
}

type QuotedCode = DataOf<(typeof checkoutContract)['POST /order/discount']>;

/** Computes the discount that a code gives on a cart (docs/rules.md, "Codes"). */
async function quoteDiscountCode(
  tx: SiteTx,
  { code, products, shippingFees, emailKey }: DiscountCodeQuoteInput,
  context: RequestContext,
): Promise<Outcome<QuotedCode, 'unknown_products' | 'quantity_step' | 'code_unknown' | DiscountCodeRefusal>> {
  const ids = products.map(({ id }) => id);
  const { items } = await readSellableItems(tx, ids);
  const checked = resolveCartLinesIgnoringStock(products, items, context.translate);
  if (!checked.ok) return checked;
  const lines = checked.value;
  const valid = await checkDiscountCode(
    tx,
    code,
    { goods: computeGoodsPrice(lines), emailKey, field: 'code' },
    context,
  );
  if (!valid.ok) return valid;
  const { id, code: storedCode, reduction } = valid.value;
  const totals = computeCartTotals(lines, reduction, shippingFees);
  return ok({
    id,
    code: storedCode,
    type: reduction.type,
    amount: reduction.amount,
    detailType: reduction.detailType,
    value: centsToEuros(totals.discount),
    subtotal: centsToEuros(totals.subtotal),
    shippingFees: centsToEuros(totals.shippingFees),
    total: centsToEuros(totals.total),
  });
}

interface ShippingQuoteInput {
  products: readonly UnresolvedCartLine[];
  postalCode: string;
  /** Country of the destination as ISO 3166-1 alpha-2 code. */
  country: string;
  code: string | undefined;
  /** The email address, in lower case, whose earlier uses of the discount code count; null for an anonymous caller. */
  emailKey: string | null;
}

type QuoteRefusal =
  | 'unknown_products'
  | 'variant_needed'
  | 'quantity_step'
  | 'no_carrier'
  | 'code_unknown'
  | DiscountCodeRefusal
  | BottleCountRefusal;

/**
 * Returns the carriers that ship a cart to a destination with their fees, the cheapest first (docs/rules.md,
 * "Shipping").
 */
async function quoteShipping(
  tx: SiteTx,
  { products, postalCode, country, code, emailKey }: ShippingQuoteInput,
  context: RequestContext,
): Promise<Outcome<CarrierOption[], QuoteRefusal>> {
  const ids = products.map(({ idProduct }) => idProduct);
  const { items } = await readSellableItemsOfProducts(tx, ids);
  const resolved = resolveVariantsOfCartLines(products, items, context.translate);
  if (!resolved.ok) return resolved;
  const checked = resolveCartLinesIgnoringStock(resolved.value, items, context.translate);
  if (!checked.ok) return checked;
  const lines = checked.value;
  const { carriers, rules } = await readShippingConfig(tx, context.pickLanguage);
  const refusal = findBottleCountRefusal(lines, rules);
  if (refusal) return createBottleCountRefusal(refusal, lines, rules);
  const codeContext = { goods: computeGoodsPrice(lines), emailKey, field: 'code' };
  const checkedCode = code ? await checkDiscountCode(tx, code, codeContext, context) : ok(null);
  if (!checkedCode.ok) return checkedCode;
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, checkedCode.value?.reduction ?? null) };
  const offers = listCarrierOffers(carriers, determineShippingZone(country, postalCode), cart, rules);
  return offers.length > 0 ? ok(offers.map(carrierOfferToOption)) : refuse('no_carrier');
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

/** The party whose orders are counted: an account, or a guest by email address and IP address. */
type OrderRateLimitedCustomer = { userId: number } | { email: string; ipAddress: string };

interface OrderAttempt {
  /**
   * Removes the attempt from the limits per recipient and site, because it placed no order. The attempt still counts
   * towards the limits per account, client and network.
   */
  refund(): Promise<void>;
}

type AttemptSubject = readonly [limit: RateLimitName, subject: string];

/** The subject of the rate limit that counts all guest orders of a site together. */
const allGuests = 'all';

/**
 * Limits the orders of an account, and those of guests per client and site and per network. Each guest order sends a
 * mail to an unverified address, so guest orders are also limited per recipient (over all sites) and per site.
 */
const createOrderAttemptLimiter = (limits: RateLimiter) => ({
  async begin(siteId: number, customer: OrderRateLimitedCustomer): Promise<Outcome<OrderAttempt, 'too_many'>> {
    const attempts: AttemptSubject[] =
      'userId' in customer
        ? [['order-account', String(customer.userId)]]
        : [
            ['guest-order-client', customer.ipAddress],
            ['guest-order-network', customer.ipAddress],
          ];
    const mails: AttemptSubject[] =
      'userId' in customer
        ? []
        : [
            ['guest-order-recipient', customer.email],
            ['guest-order-site', allGuests],
          ];
    const counted: AttemptSubject[] = [];
    const refund = async () => {
      for (const [limit, subject] of counted.splice(0)) await limits.refund(siteId, limit, subject);
    };
    for (const [limit, subject] of [...attempts, ...mails]) {
      if (mails.some(([name]) => name === limit)) counted.push([limit, subject]);
      if (await limits.consume(siteId, limit, subject)) continue;
      await refund();
      return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) } });
    }
    return ok({ refund });
  },
});

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

import type { FastifyInstance } from 'fastify';
import { authenticateSession, toEmailKey } from '#server/api/accounts/accounts.ts';
import { type CartLineInput, resolveCartLinesIgnoringStock } from '#server/api/cart/resolve-cart-lines.ts';
import {
  resolveVariantsOfCartLines,
  type UnresolvedCartLine,
} from '#server/api/cart/resolve-variants-of-cart-lines.ts';
import { readSellableItems, readSellableItemsOfProducts } from '#server/api/catalogue/catalogue.ts';
import { allowHeldReads } from '#server/api/changes/held-reads.ts';
import { createContractRouter, type RequestContext } from '#server/api/contract/contract-route.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { checkDiscountCode } from '#server/api/discounts/discount-codes.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { toCountryCode } from '#server/api/places/places.ts';
import { carrierOfferToOption, createBottleCountRefusal, readShippingConfig } from '#server/api/shipping/shipping.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import { computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import { computeGoodsPrice } from '#shared/cart/line-price.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import type { DiscountCodeRefusal } from '#shared/discounts/discount-code.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { type Cents, centsToEuros, eurosToCents } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type BottleCountRefusal, findBottleCountRefusal, listCarrierOffers } from '#shared/shipping/shipping.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import type { CheckoutDependencies } from './place-order.ts';

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
  allowHeldReads(tx);
  const [{ items }, { carriers, rules }] = await Promise.all([
    readSellableItemsOfProducts(tx, ids),
    readShippingConfig(tx, context.pickLanguage),
  ]);
  const resolved = resolveVariantsOfCartLines(products, items, context.translate);
  if (!resolved.ok) return resolved;
  const checked = resolveCartLinesIgnoringStock(resolved.value, items, context.translate);
  if (!checked.ok) return checked;
  const lines = checked.value;
  const refusal = findBottleCountRefusal(lines, rules);
  if (refusal) return createBottleCountRefusal(refusal, lines, rules);
  const codeContext = { goods: computeGoodsPrice(lines), emailKey, field: 'code' };
  const checkedCode = code ? await checkDiscountCode(tx, code, codeContext, context) : ok(null);
  if (!checkedCode.ok) return checkedCode;
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, checkedCode.value?.reduction ?? null) };
  const offers = listCarrierOffers(carriers, determineShippingZone(country, postalCode), cart, rules);
  return offers.length > 0 ? ok(offers.map(carrierOfferToOption)) : refuse('no_carrier');
}

export function quoteRoutes(app: FastifyInstance, dependencies: CheckoutDependencies): void {
  const route = createContractRouter(app, 'checkout', checkoutContract, dependencies);
  const guesses = createDiscountCodeGuessLimiter(dependencies.limits);

  route(
    'POST /calculate/shipping-fees',
    async ({ body, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
      const { ipAddress, token } = getCaller(request);
      const { code, products, postalCode } = body;
      const country = toCountryCode(body.country);
      if (!country) return refuse('unknown_country', { errors: { country: translate('refusal.unknown_country') } });
      const context = { site, lang, translate, pickLanguage, now: Date.now() };
      const quote = (tx: SiteTx, emailKey: string | null) =>
        quoteShipping(tx, { products, postalCode, country, code, emailKey }, context);
      // The session of a customer with a code may record its use, so that this quote cannot be a read.
      const quoted = code
        ? await guesses.limit(site.id, ipAddress, () =>
            withSiteTransaction(async (tx) => quote(tx, await findEmailKey(tx, token))),
          )
        : await withSiteRead(dependencies.db, site.id, (tx) => quote(tx, null), { isOneTrip: true });
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

/**
 * Finds the email address, in lower case, whose earlier uses of a discount code count; null for a caller without a
 * session.
 */
async function findEmailKey(tx: SiteTx, token: string | null): Promise<string | null> {
  const user = token === null ? null : await authenticateSession(tx, token);
  return user && toEmailKey(user.email);
}

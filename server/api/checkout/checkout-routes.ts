import type { FastifyInstance } from 'fastify';
import { signedInBy } from '#server/api/accounts/accounts.ts';
import { type CartLine, sellableLines } from '#server/api/cart/read-cart.ts';
import { type HeldQuantities, readSoldItems } from '#server/api/catalogue/catalogue.ts';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { countryCode } from '#server/api/places/places.ts';
import { callerOf } from '#server/api/tenancy/current-site.ts';
import { goodsPrice, linePrice, priceOfOne } from '#shared/cart/line-price.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { orderingContract } from '#shared/orders/ordering-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { quoteCode } from './quote-code.ts';
import { quoteShipping } from './quote-shipping.ts';

interface CheckoutParts extends RouteParts {
  limits: RateLimits;
  quantities: HeldQuantities;
}

/** Checks of a cart on its way to an order: the same rules that the order is held to. */
export function checkoutRoutes(app: FastifyInstance, parts: CheckoutParts): void {
  const route = contractRoutes(app, 'ordering', orderingContract, parts);
  const tries = codeTries(parts.limits);

  route('POST /order/validate', async ({ body, site, say, inSite }) => {
    const ids = body.products.map(({ id }) => id);
    const checked = sellableLines(body.products, await inSite((tx) => readSoldItems(tx, ids)), say);
    if (!checked.ok && checked.refusal === 'stock') parts.quantities.forget(site.id);
    return checked.ok ? ok(toValidCart(checked.value)) : checked;
  });

  route('POST /calculate/shipping-fees', async ({ body, site, lang, say, localize, request, inSite }) => {
    const { address, token } = callerOf(request);
    const { code, products, postalCode } = body;
    const country = countryCode(body.country);
    if (!country) return refuse('unknown_country', { errors: { country: say('ordering.refusal.unknown_country') } });
    const quote = () =>
      inSite(async (tx) => {
        const userId = code ? await userOf(tx, token) : null;
        const asking = { site, lang, say, localize, now: Date.now() };
        return quoteShipping(tx, { products, postalCode, country, code, userId }, asking);
      });
    const quoted = code ? await tries.limit(site.id, address, quote) : await quote();
    return quoted.ok ? ok({ carriers: quoted.value }) : quoted;
  });

  route('POST /order/discount', ({ body, site, lang, say, localize, request, inSite }) => {
    const { address, token } = callerOf(request);
    const { products, shippingFees = 0 } = body.cart;
    return tries.limit(site.id, address, () =>
      inSite(async (tx) => {
        const wanted = { code: body.code, products, shippingFees: eurosToCents(shippingFees) };
        const asking = { site, lang, say, localize, now: Date.now() };
        return quoteCode(tx, { ...wanted, userId: await userOf(tx, token) }, asking);
      }),
    );
  });
}

const toValidCart = (lines: readonly CartLine[]) => ({
  products: lines.map((line) => ({
    id: line.item.id,
    quantity: line.quantity,
    price: centsToEuros(priceOfOne(line.item)),
    total: centsToEuros(linePrice(line)),
  })),
  bottles: bottleCount(lines),
  subtotal: centsToEuros(goodsPrice(lines)),
});

/** Codes are short: guessing them is limited. Only wrong ones count, so that nobody is stopped by changing a cart often. */
const codeTries = (limits: RateLimits) => ({
  async limit<Value, Refusal extends string>(
    siteId: number,
    address: string,
    attempt: () => Promise<Outcome<Value, Refusal>>,
  ): Promise<Outcome<Value, Refusal | 'too_many'>> {
    if (!(await limits.hasLeft(siteId, 'code-address', address)))
      return refuse('too_many', {
        values: { retryAfter: await limits.retryAfterSeconds(siteId, 'code-address', address) },
      });
    const answer = await attempt();
    if (!answer.ok && answer.refusal === 'code_unknown') await limits.consume(siteId, 'code-address', address);
    return answer;
  },
});

/** These calls are anyone's; who is logged in has uses of a code that count. */
async function userOf(tx: SiteTx, token: string | null): Promise<number | null> {
  return (token === null ? null : await signedInBy(tx, token))?.id ?? null;
}

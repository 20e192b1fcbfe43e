import type { FastifyInstance } from 'fastify';
import type { HeldQuantities, StockWord } from '#server/api/catalogue/catalogue.ts';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { inSiteIfOk } from '#server/api/database/site-outcome.ts';
import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { arrangedPayment } from '#server/api/payments/payment-provider.ts';
import { linkOrigin } from '#server/api/tenancy/current-site.ts';
import { createLimiter } from '#server/http/limiter.ts';
import { orderingContract } from '#shared/orders/ordering-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { placeOrder } from './place-order.ts';

/**
 * How many orders this process places at a time, and how many may wait for that. Orders wait for each other's rows: here
 * they do so without each holding a connection, which all other calls need too.
 */
const concurrency = 4;
const maxQueue = 500;

/** What an Idempotency-Key may look like. */
const keyForm = /^[\w.:-]{8,128}$/;

export interface PlacingParts extends RouteParts {
  limits: RateLimits;
  stock: StockWord;
  quantities: HeldQuantities;
}

/** The call that places an order. */
export function placingRoutes(app: FastifyInstance, parts: PlacingParts): void {
  const { db, limits, stock, quantities } = parts;
  const route = contractRoutes(app, 'ordering', orderingContract, parts);
  const limitOrders = createLimiter({ concurrency, maxQueue });

  route('POST /order', async ({ body, user, site, lang, say, localize, request }) => {
    const header = request.headers['idempotency-key'];
    const key = Array.isArray(header) ? header.join(',') : (header ?? null);
    if (key !== null && !keyForm.test(key)) return refuse('key_malformed');
    const who = String(user.id);
    if (!(await limits.consume(site.id, 'order-account', who)))
      return refuse('too_many', {
        values: { retryAfter: await limits.retryAfterSeconds(site.id, 'order-account', who) },
      });
    const call = { site, lang, say, localize, key, wish: body, userId: user.id, origin: linkOrigin(request) };
    const outcome = await limitOrders(() =>
      inSiteIfOk(db, site.id, (tx) => placeOrder(tx, { ...call, now: Date.now() }, arrangedPayment)),
    );
    // Whoever could not have what was shown looks again, and must not see the same.
    if (outcome.ok || outcome.refusal === 'stock') quantities.forget(site.id);
    if (!outcome.ok) return outcome;
    stock.moved(site.id, outcome.value.moves);
    return ok(outcome.value.placed);
  });
}

import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { readIdempotencyKeyHeader } from '#server/api/contract/read-idempotency-key-header.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { staffCheckoutContract } from '#shared/checkout/staff-checkout-contract.ts';
import { idempotencyKeyPattern } from '#shared/endpoint.ts';
import { ok, refuse } from '#shared/outcome.ts';
import type { CheckoutDependencies, OrderConcurrencyLimiter } from './checkout-dependencies.ts';
import { fetchChosenPickupPoint } from './fetch-chosen-pickup-point.ts';
import { placeStaffOrder } from './place-staff-order.ts';
import { quoteStaffOrder } from './quote-staff-order.ts';

/** Registers the calls with which staff enter orders for customers. */
export function staffCheckoutRoutes(
  app: FastifyInstance,
  dependencies: CheckoutDependencies,
  limitOrderConcurrency: OrderConcurrencyLimiter,
): void {
  const { db, stock, quantities } = dependencies;
  const route = createContractRouter(app, 'checkout', staffCheckoutContract, dependencies);

  route('POST /admin/order/quote', ({ body, site, lang, translate, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) =>
      quoteStaffOrder(tx, body, { site, lang, translate, pickLanguage, now: Date.now() }, dependencies),
    ),
  );
  route('POST /admin/order', async (call) => {
    const { body, user, site, lang, translate, pickLanguage, request, markAsRepeated } = call;
    const key = readIdempotencyKeyHeader(request);
    if (key !== null && !idempotencyKeyPattern.test(key)) return refuse('key_malformed');
    const texts = { lang, translate, pickLanguage };
    const lookup = { ...call, log: request.log };
    const carrierPickupPoint = await fetchChosenPickupPoint(dependencies.pickupPoints, lookup, body.delivery);
    const order = { site, carrierPickupPoint, ...texts, user, key, input: body };
    const outcome = await limitOrderConcurrency(() =>
      withSiteTransactionOrRollback(db, site.id, (tx) =>
        placeStaffOrder(tx, { ...order, now: Date.now() }, dependencies),
      ),
    );
    if (outcome.ok || outcome.refusal === 'stock') quantities.invalidate(site.id);
    if (!outcome.ok) return outcome;
    if (outcome.value.isRepeated) markAsRepeated();
    stock.notify(site.id, outcome.value.moves);
    return ok({ order: outcome.value.placed });
  });
}

import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok } from '#shared/outcome.ts';
import { correctTracking } from './correct-tracking.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { readStaffOrder } from './read-orders.ts';
import { recordSurplusPaymentRefund } from './surplus-payments.ts';

/** The calls of staff that change an order without changing its state. */
export function orderCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments } = dependencies;

  route('PUT /admin/order/{id}/tracking', ({ params, body, site, lang, pickLanguage, request, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { timeZone: site.timeZone, origin: getLinkOrigin(request) };
      const corrected = await correctTracking(tx, { orderId: params.id, ...body }, context);
      if (!corrected.ok) return corrected;
      return ok({ order: await readStaffOrder(tx, corrected.value, { lang, pickLanguage, payments }) });
    }),
  );
  route('PUT /admin/order/{id}/refund', ({ params, body, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const refund = { orderId: params.id, reference: body.reference, staffUserId: user.id };
      const recorded = await recordSurplusPaymentRefund(tx, refund);
      if (!recorded.ok) return recorded;
      return ok({ order: await readStaffOrder(tx, recorded.value, { lang, pickLanguage, payments }) });
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { changePaymentDueDate } from './change-payment-due.ts';
import { customerOrderRoutes, guestOrderRoutes } from './customer-order-routes.ts';
import { orderCorrectionRoutes } from './order-correction-routes.ts';
import { orderPaymentRoute } from './order-payment-route.ts';
import { findOrderPage } from './order-reading-repository.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { readStaffOrder, readStaffOrders } from './read-orders.ts';
import { vouchersRoutes } from './vouchers-routes.ts';

export function ordersRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  customerOrderRoutes(app, dependencies);
  guestOrderRoutes(app, dependencies);
  staffOrderRoutes(app, dependencies);
  orderCorrectionRoutes(app, dependencies);
  orderPaymentRoute(app, dependencies);
  vouchersRoutes(app, dependencies);
}

function staffOrderRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments } = dependencies;

  route('GET /admin/order', ({ query, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrderPage(tx, query);
      return { orders: await readStaffOrders(tx, rows, { lang, pickLanguage, payments }), total };
    }),
  );
  route('PUT /admin/order/{id}/payment-due', ({ params, body, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const dueAt = body.paymentDueAt === null ? null : new Date(body.paymentDueAt);
      const changed = await changePaymentDueDate(tx, params.id, dueAt);
      if (!changed.ok) return changed;
      return ok({ order: await readStaffOrder(tx, changed.value, { lang, pickLanguage, payments }) });
    }),
  );
  route(
    'PUT /admin/order/{id}/state',
    async ({ params, body, user, site, lang, translate, pickLanguage, request, withSiteTransaction }) => {
      const { state, trackingNumber } = body;
      if (trackingNumber !== undefined && state !== 'SHIPPED')
        return refuse('tracking_needs_shipment', {
          errors: { trackingNumber: translate('refusal.tracking_needs_shipment') },
        });
      return withSiteTransaction(async (tx) => {
        const move = { orderId: params.id, state, trackingNumber, actor: 'staff', staffUserId: user.id } as const;
        const context = { timeZone: site.timeZone, origin: getLinkOrigin(request), payments };
        const moved = await changeOrderState(tx, move, context);
        if (!moved.ok) return moved;
        return ok({ order: await readStaffOrder(tx, moved.value, { lang, pickLanguage, payments }) });
      });
    },
  );
}

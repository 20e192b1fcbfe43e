import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { changePaymentDueDate } from './change-payment-due.ts';
import { type OrderPaymentDependencies, orderPaymentRoute } from './order-payment-route.ts';
import { findOrderPage, readOrder } from './order-reading-repository.ts';
import { readOrderByAccessToken } from './order-tokens.ts';
import { readOrderDetails, readOrderSummaries, readStaffOrders } from './read-orders.ts';

/** Customers read their own orders only; any other order is not found. A guest order is read by its link. */
export function ordersRoutes(app: FastifyInstance, dependencies: OrderPaymentDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments, limits } = dependencies;

  orderPaymentRoute(app, dependencies);
  route('GET /order', ({ query, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrderPage(tx, query, user.id);
      return { orders: await readOrderSummaries(tx, rows, { lang, pickLanguage, payments }), total };
    }),
  );
  route('GET /order/{id}', ({ params, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const row = await readOrder(tx, params.id, user.id);
      const [order] = row ? await readOrderDetails(tx, [row], { lang, pickLanguage, payments }) : [];
      return order ? ok({ order }) : refuse('not_found');
    }),
  );
  route('POST /order/link', async ({ body, site, lang, pickLanguage, request, withSiteTransaction }) => {
    const { ipAddress } = getCaller(request);
    for (const limit of ['link-client', 'link-network'] as const)
      if (!(await limits.consume(site.id, limit, ipAddress)))
        return refuse('too_many', {
          values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, ipAddress) },
        });
    return withSiteTransaction(async (tx) => {
      const row = await readOrderByAccessToken(tx, body.token);
      const [order] = row ? await readOrderDetails(tx, [row], { lang, pickLanguage, payments }) : [];
      return row && order ? ok({ order, email: row.email }) : refuse('link_expired');
    });
  });
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
      const [order] = await readStaffOrders(tx, [changed.value], { lang, pickLanguage, payments });
      if (!order) throw new Error(`order ${params.id} was changed and cannot be read`);
      return ok({ order });
    }),
  );
  route(
    'PUT /admin/order/{id}/state',
    ({ params, body, user, site, lang, pickLanguage, request, withSiteTransaction }) =>
      withSiteTransaction(async (tx) => {
        const move = { orderId: params.id, state: body.state, actor: 'staff', staffUserId: user.id } as const;
        const context = { timeZone: site.timeZone, origin: getLinkOrigin(request), payments };
        const moved = await changeOrderState(tx, move, context);
        if (!moved.ok) return moved;
        const [order] = await readStaffOrders(tx, [moved.value], { lang, pickLanguage, payments });
        if (!order) throw new Error(`order ${params.id} was moved and cannot be read`);
        return ok({ order });
      }),
  );
}

import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { linkOriginOf } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { findOrders, readOrder } from './order-reading-repository.ts';
import { readOrderDetails, readOrderSummaries, readStaffOrders } from './read-orders.ts';

export interface OrdersDependencies extends RouteDependencies {
  payments: PaymentProviders;
}

/** Customers read their own orders only; any other order is not found. */
export function ordersRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = contractRoutes(app, 'ordering', ordersContract, dependencies);
  const { payments } = dependencies;

  route('GET /order', ({ query, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrders(tx, query, user.id);
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
  route('GET /admin/order', ({ query, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrders(tx, query);
      return { orders: await readStaffOrders(tx, rows, { lang, pickLanguage, payments }), total };
    }),
  );
  route(
    'PUT /admin/order/{id}/state',
    ({ params, body, user, site, lang, pickLanguage, request, withSiteTransaction }) =>
      withSiteTransaction(async (tx) => {
        const move = { orderId: params.id, state: body.state, actor: 'staff', staffUserId: user.id } as const;
        const context = { timeZone: site.timeZone, origin: linkOriginOf(request), payments };
        const moved = await changeOrderState(tx, move, context);
        if (!moved.ok) return moved;
        const [order] = await readStaffOrders(tx, [moved.value], { lang, pickLanguage, payments });
        if (!order) throw new Error(`order ${params.id} was moved and cannot be read`);
        return ok({ order });
      }),
  );
}

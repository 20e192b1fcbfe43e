import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { linkOrigin } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { findOrders } from './order-reading-repository.ts';
import { readStaffOrders } from './read-orders.ts';

/** What the estate does with its orders. */
export function adminOrderRoutes(app: FastifyInstance, parts: RouteParts): void {
  const route = contractRoutes(app, 'ordering', ordersContract, parts);

  route('GET /admin/order', ({ query, lang, localize, inSite }) =>
    inSite(async (tx) => {
      const { rows, total } = await findOrders(tx, query);
      return { orders: await readStaffOrders(tx, rows, { lang, localize }), total };
    }),
  );
  route('PUT /admin/order/{id}/state', ({ params, body, user, site, lang, localize, request, inSite }) =>
    inSite(async (tx) => {
      const move = { orderId: params.id, state: body.state, byUserId: user.id };
      const moved = await changeOrderState(tx, move, { timeZone: site.timeZone, origin: linkOrigin(request) });
      if (!moved.ok) return moved;
      const [order] = await readStaffOrders(tx, [moved.value], { lang, localize });
      if (!order) throw new Error(`order ${params.id} was moved and cannot be read`);
      return ok({ order });
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import { findOrders, readOrder } from './order-reading-repository.ts';
import { readOrderDetails, readOrderSummaries, readPayments } from './read-orders.ts';

/** What customers read of their own orders; somebody else's are none. */
export function orderRoutes(app: FastifyInstance, parts: RouteParts): void {
  const route = contractRoutes(app, 'ordering', ordersContract, parts);
  const paymentRoute = contractRoutes(app, 'ordering', paymentsContract, parts);

  route('GET /order', ({ query, user, lang, localize, inSite }) =>
    inSite(async (tx) => {
      const { rows, total } = await findOrders(tx, query, user.id);
      return { orders: await readOrderSummaries(tx, rows, { lang, localize }), total };
    }),
  );
  route('GET /order/{id}', ({ params, user, lang, localize, inSite }) =>
    inSite(async (tx) => {
      const row = await readOrder(tx, params.id, user.id);
      const [order] = row ? await readOrderDetails(tx, [row], { lang, localize }) : [];
      return order ? ok({ order }) : refuse('not_found');
    }),
  );
  paymentRoute('GET /payment/method', async ({ lang, localize, inSite }) => ({
    methods: await inSite((tx) => readPayments(tx, { lang, localize })),
  }));
}

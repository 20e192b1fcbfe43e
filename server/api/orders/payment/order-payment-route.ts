import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type OrderRow, readOrder } from '#server/api/orders/order-reading-repository.ts';
import { readOrderByAccessToken } from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { prepareOnlinePayment } from './prepare-online-payment.ts';

/** Registers `POST /order/{id}/payment`. Each call may create a payment at the provider, so calls are limited. */
export function orderPaymentRoute(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments, startPayment, limits } = dependencies;
  route('POST /order/{id}/payment', async ({ params, body, user, site, request, withSiteTransaction }) => {
    const { ipAddress } = getCaller(request);
    for (const limit of ['payment-client', 'payment-network'] as const)
      if (!(await limits.consume(site.id, limit, ipAddress)))
        return refuse('too_many', {
          values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, ipAddress) },
        });
    const prepared = await withSiteTransaction(async (tx) => {
      const found = await findOrder(tx, params.id, { userId: user?.id ?? null, token: body.token });
      if (!found.ok) return found;
      if (found.value.state !== 'PENDING') return refuse('not_pending');
      return ok(await prepareOnlinePayment(tx, found.value, { payments, origin: getLinkOrigin(request) }));
    });
    return prepared.ok ? ok({ paymentStep: await startPayment(prepared.value, request.log) }) : prepared;
  });
}

/**
 * Finds the order of a customer, or the order to which the token of a guest's link belongs. A link of another order
 * gives no access.
 */
async function findOrder(
  tx: SiteTx,
  id: number,
  { userId, token }: { userId: number | null; token: string | undefined },
): Promise<Outcome<OrderRow, 'not_found' | 'link_expired'>> {
  if (token !== undefined) {
    const order = await readOrderByAccessToken(tx, token);
    if (!order) return refuse('link_expired');
    return order.id === id ? ok(order) : refuse('not_found');
  }
  const order = userId === null ? null : await readOrder(tx, id, userId);
  return order ? ok(order) : refuse('not_found');
}

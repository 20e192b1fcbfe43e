import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type OrderRow, readOrder } from '#server/api/orders/order-repository.ts';
import { readOrderByAccessToken } from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { orderCurrency, readPaymentSecret } from '#server/api/payments/payment-provider.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { PreparedPayment } from '#server/api/payments/start-payment.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { buildPaymentWebhookPath } from '#shared/payments/payment-webhook.ts';

/**
 * @param origin Scheme and host of the site, to which customer and webhook return.
 * @returns Null if nothing is to be paid online.
 */
export async function prepareOnlinePayment(
  tx: SiteTx,
  { id, number, email, total, lang, state, paymentMethod }: OrderRow,
  { payments, origin }: { payments: PaymentProviders; origin: string },
): Promise<PreparedPayment | null> {
  const provider = payments.forMethod(paymentMethod);
  if (!provider?.online || state !== 'PENDING' || total === 0) return null;
  return {
    providerId: provider.id,
    online: provider.online,
    secret: await readPaymentSecret(tx, provider.id),
    order: {
      id,
      number,
      email,
      lang,
      amount: total,
      currency: orderCurrency,
      // The URL needs no secret, because the guest's browser has stored the token of the order.
      returnUrl: `${origin}/checkout/done/${id}`,
      webhookUrl: origin + apiBasePath + buildPaymentWebhookPath(provider.id),
    },
  };
}

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

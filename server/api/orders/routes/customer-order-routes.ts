import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { findOrderPage, readOrder } from '#server/api/orders/order-reading-repository.ts';
import { readOrderByAccessToken } from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { readDetailsOfOrders, readSummariesOfOrders } from '#server/api/orders/read-orders.ts';
import { cancelOrderAsCustomer } from '#server/api/orders/state/cancel-order-as-customer.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/** Registers the calls of customers about their orders. An order of another customer is treated as not found. */
export function customerOrderRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments } = dependencies;

  route('GET /order', ({ query, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrderPage(tx, query, user.id);
      return { orders: await readSummariesOfOrders(tx, rows, { lang, pickLanguage, payments }), total };
    }),
  );
  route('GET /order/{id}', ({ params, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const row = await readOrder(tx, params.id, user.id);
      const [order] = row ? await readDetailsOfOrders(tx, [row], { lang, pickLanguage, payments }) : [];
      return order ? ok({ order }) : refuse('not_found');
    }),
  );
  route('PUT /order/{id}/cancel', ({ params, user, lang, pickLanguage, request, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const row = await readOrder(tx, params.id, user.id);
      if (!row) return refuse('not_found');
      const cancelled = await cancelOrderAsCustomer(tx, row.id, cancellationContext(request, dependencies));
      if (!cancelled.ok) return cancelled;
      const [order] = await readDetailsOfOrders(tx, [cancelled.value], { lang, pickLanguage, payments });
      return order ? ok({ order }) : refuse('not_found');
    }),
  );
}

export function guestOrderLinkRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', ordersContract, dependencies);
  const { payments } = dependencies;

  route('POST /order/link', async ({ body, lang, pickLanguage, request, withSiteTransaction }) => {
    const counted = await countLinkCall(request, dependencies);
    if (!counted.ok) return counted;
    return withSiteTransaction(async (tx) => {
      const row = await readOrderByAccessToken(tx, body.token);
      const [order] = row ? await readDetailsOfOrders(tx, [row], { lang, pickLanguage, payments }) : [];
      return row && order ? ok({ order, email: row.email }) : refuse('link_expired');
    });
  });
  route('POST /order/link/cancel', async ({ body, lang, pickLanguage, request, withSiteTransaction }) => {
    const counted = await countLinkCall(request, dependencies);
    if (!counted.ok) return counted;
    return withSiteTransaction(async (tx) => {
      const row = await readOrderByAccessToken(tx, body.token);
      if (!row) return refuse('link_expired');
      const cancelled = await cancelOrderAsCustomer(tx, row.id, cancellationContext(request, dependencies));
      if (!cancelled.ok) return refuse(cancelled.refusal === 'not_found' ? 'link_expired' : cancelled.refusal);
      const [order] = await readDetailsOfOrders(tx, [cancelled.value], { lang, pickLanguage, payments });
      return order ? ok({ order }) : refuse('link_expired');
    });
  });
}

function cancellationContext(request: FastifyRequest, { payments }: OrdersDependencies) {
  const { timeZone, defaultLang } = getRequestSite(request);
  return { timeZone, defaultLang, payments };
}

/** Counts a call with the token of a link, to limit guesses at tokens. */
async function countLinkCall(
  request: FastifyRequest,
  { limits }: OrdersDependencies,
): Promise<Outcome<null, 'too_many'>> {
  const { ipAddress } = getCaller(request);
  const { id } = getRequestSite(request);
  for (const limit of ['link-client', 'link-network'] as const)
    if (!(await limits.consume(id, limit, ipAddress)))
      return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(id, limit, ipAddress) } });
  return ok(null);
}

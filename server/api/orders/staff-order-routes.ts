import type { FastifyInstance } from 'fastify';
import { type ContractCall, createContractRouter } from '#server/api/contract/contract-route.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { changeOrderState } from './change-order-state.ts';
import { changeOrderWithAudit } from './change-order-with-audit.ts';
import { findOrderPage, readOrder } from './order-reading-repository.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { previewStateMail } from './preview-state-mail.ts';
import { readStaffViewOfOrder, readStaffViewsOfOrders } from './read-staff-views-of-orders.ts';

/** Registers the calls with which staff read orders and move them to another state. */
export function staffOrderRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const { payments, readWithdrawals } = dependencies;
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);

  route('GET /admin/order', ({ query, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findOrderPage(tx, query);
      const context = { lang, pickLanguage, payments, readWithdrawals };
      return { orders: await readStaffViewsOfOrders(tx, rows, context), total };
    }),
  );
  route('GET /admin/order/{id}', ({ params, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const order = await readOrder(tx, params.id);
      if (!order) return refuse('not_found');
      return ok({ order: await readStaffViewOfOrder(tx, order, { lang, pickLanguage, payments, readWithdrawals }) });
    }),
  );
  route('GET /admin/order/{id}/mail-preview', ({ params, query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const change = { orderId: params.id, ...query, actor: 'staff' } as const;
      const mail = await previewStateMail(tx, change);
      return mail.ok ? ok({ mail: mail.value }) : mail;
    }),
  );
  stateRoute(app, dependencies);
}

type StateCall = ContractCall<(typeof staffOrdersContract)['PUT /admin/order/{id}/state']>;

function stateRoute(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const { payments, readWithdrawals } = dependencies;
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);

  route('PUT /admin/order/{id}/state', async (call) => {
    const refused = findMisplacedField(call);
    if (refused) return refused;
    const { params, body, user, lang, pickLanguage } = call;
    const { state, trackingNumber, reason } = body;
    return call.withSiteTransaction(async (tx) => {
      const change = { orderId: params.id, state, trackingNumber, reason, staffUserId: user.id };
      const changed = await changeOrderWithAudit(tx, {
        ...change,
        run: () => changeOrderState(tx, { ...change, actor: 'staff' }, { payments }),
      });
      if (!changed.ok) return changed;
      return ok({
        order: await readStaffViewOfOrder(tx, changed.value, { lang, pickLanguage, payments, readWithdrawals }),
      });
    });
  });
}

/** Refuses a tracking number or a reason that does not belong to the new state. */
function findMisplacedField({ body: { state, trackingNumber, reason = '' }, translate }: StateCall) {
  if (trackingNumber !== undefined && state !== 'SHIPPED')
    return refuse('tracking_needs_shipment', {
      errors: { trackingNumber: translate('refusal.tracking_needs_shipment') },
    });
  if (reason !== '' && state !== 'CANCELLED')
    return refuse('reason_needs_cancellation', {
      errors: { reason: translate('refusal.reason_needs_cancellation') },
    });
  return null;
}

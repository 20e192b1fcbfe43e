import type { FastifyInstance } from 'fastify';
import { type ContractCall, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type MailPreview, previewMail } from '#server/api/mail/render-plain-text-of-mail.ts';
import { changeOrderWithAudit } from '#server/api/orders/change-order-with-audit.ts';
import { createOrderStateMail, isNotifiedState } from '#server/api/orders/mails/order-state-mail.ts';
import type { RequestedStateChange } from '#server/api/orders/order-changes-repository.ts';
import { findOrderPage, readOrder } from '#server/api/orders/order-reading-repository.ts';
import { createPreviewPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { readStaffViewOfOrder, readStaffViewsOfOrders } from '#server/api/orders/read-staff-views-of-orders.ts';
import { changeOrderState, readRequestedTracking } from '#server/api/orders/state/change-order-state.ts';
import { readVouchersOfOrders } from '#server/api/orders/vouchers-repository.ts';
import { listNextOrderStates, releasesStock } from '#shared/orders/order-states.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/** Renders the mail that a change of an order's state would send; null if the change would send no mail. */
async function previewStateMail(
  tx: SiteTx,
  change: RequestedStateChange,
): Promise<Outcome<MailPreview | null, 'not_found' | 'state_change_not_allowed' | 'voucher_redeemed'>> {
  const { orderId, state, actor, reason } = change;
  const order = await readOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (!listNextOrderStates(order.state, order.deliveryType, actor).includes(state))
    return refuse('state_change_not_allowed');
  if (releasesStock(state) && (await readVouchersOfOrders(tx, [orderId])).some(({ redeemedAt }) => redeemedAt !== null))
    return refuse('voucher_redeemed');
  if (order.email === '' || !isNotifiedState(state)) return ok(null);
  const changed = { ...order, ...(await readRequestedTracking(tx, order, change)), state };
  const context = await readOrderMailContext(tx, order);
  const page = await createPreviewPageLink(tx, order, context.origin);
  const mail = createOrderStateMail(changed, state, { ...context, actor, reason }, page);
  return ok(await previewMail(tx, mail));
}

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

import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { changeAtRevision, changeOrderWithAudit } from '#server/api/orders/change-order-with-audit.ts';
import { createTrackingCorrectionMail } from '#server/api/orders/mails/order-state-mail.ts';
import { lockOrder, saveOrderTracking } from '#server/api/orders/order-changes-repository.ts';
import { addOrderNote } from '#server/api/orders/order-notes.ts';
import { type OrderRow, readOrder } from '#server/api/orders/order-reading-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { readStaffViewOfOrder } from '#server/api/orders/read-staff-views-of-orders.ts';
import { recordRefundPayment } from '#server/api/orders/refunds/refund-order.ts';
import { markSurplusPaymentAsRefunded } from '#server/api/orders/surplus-payments.ts';
import { deleteUnpaidOrderLimitEntries, saveDueDate } from '#server/api/orders/unpaid-orders-repository.ts';
import { readTrackingUrlTemplate } from '#server/api/shipping/shipping-repository.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

interface TrackingNumberCorrection {
  orderId: number;
  /** Null removes a number that was entered by mistake. */
  trackingNumber: string | null;
  /** True if the customer receives the new number by mail. */
  sendsMail: boolean;
}

/** Corrects the tracking number of an order that has been shipped, with the present tracking URL of its carrier. */
async function correctTracking(
  tx: SiteTx,
  { orderId, trackingNumber, sendsMail }: TrackingNumberCorrection,
): Promise<Outcome<OrderRow, 'not_found' | 'not_shipped'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.deliveryType === 'CLICK_AND_COLLECT' || (order.state !== 'SHIPPED' && order.state !== 'COMPLETED'))
    return refuse('not_shipped');
  const trackingUrl =
    trackingNumber === null || order.carrier === null ? null : await readTrackingUrlTemplate(tx, order.carrier.id);
  const changed = { ...order, trackingNumber, trackingUrl };
  await saveOrderTracking(tx, orderId, { trackingNumber, trackingUrl });
  if (sendsMail && trackingNumber !== null && order.email !== '') {
    const context = await readOrderMailContext(tx, order);
    const page = await createOrderPageLink(tx, order, context.origin);
    await queueMail(tx, createTrackingCorrectionMail(changed, context, page));
  }
  return ok(changed);
}

export function orderCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  paymentCorrectionRoutes(app, dependencies);
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const { payments, readWithdrawals } = dependencies;

  route('PUT /admin/order/{id}/tracking', (call) =>
    call.withSiteTransaction(async (tx) => {
      const { params, body, user, lang, pickLanguage } = call;
      const { revision, ...correction } = body;
      const toStaffOrder = (order: OrderRow) =>
        readStaffViewOfOrder(tx, order, { lang, pickLanguage, payments, readWithdrawals });
      const corrected = await changeAtRevision(tx, {
        orderId: params.id,
        staffUserId: user.id,
        revision,
        readCurrent: toStaffOrder,
        run: () => correctTracking(tx, { orderId: params.id, ...correction }),
      });
      return corrected.ok ? ok({ order: await toStaffOrder(corrected.value) }) : corrected;
    }),
  );
  route('POST /admin/order/{id}/note', ({ params, body, user, lang, pickLanguage, runIdempotentChange }) =>
    runIdempotentChange({
      run: async (tx) => {
        // The audit log does not contain the text, which may contain personal data.
        const added = await changeOrderWithAudit(tx, {
          orderId: params.id,
          staffUserId: user.id,
          details: { note: 'added' },
          run: () => addOrderNote(tx, { orderId: params.id, text: body.text, staffUserId: user.id }),
        });
        return added.ok ? ok(null) : added;
      },
      respond: async (tx) => {
        const order = await readOrder(tx, params.id);
        if (!order) return refuse('not_found');
        return ok({ order: await readStaffViewOfOrder(tx, order, { lang, pickLanguage, payments, readWithdrawals }) });
      },
    }),
  );
}

/**
 * Changes the time at which an unpaid order is cancelled.
 * @param dueAt Null exempts the order: it is never cancelled automatically and no longer counts towards its customer's
 * limits.
 */
async function changePaymentDueDate(
  tx: SiteTx,
  orderId: number,
  dueAt: Date | null,
): Promise<Outcome<OrderRow, 'not_found' | 'not_pending' | 'due_in_past'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.state !== 'PENDING') return refuse('not_pending');
  // Otherwise the order would be cancelled within the hour, and its customer could no longer pay.
  if (dueAt !== null && dueAt <= (await readDatabaseTime(tx))) return refuse('due_in_past');
  await saveDueDate(tx, orderId, dueAt);
  if (dueAt === null) await deleteUnpaidOrderLimitEntries(tx, orderId);
  return ok({ ...order, paymentDueAt: dueAt, paymentRemindedAt: null });
}

function paymentCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const { payments, readWithdrawals } = dependencies;

  route('PUT /admin/order/{id}/refund', ({ params, body, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const change = { orderId: params.id, staffUserId: user.id };
      const { idRefund, reference = '' } = body;
      const recorded = await changeOrderWithAudit(tx, {
        ...change,
        details: idRefund === null ? { refundedPayment: reference } : { paidRefund: String(idRefund) },
        run: () =>
          idRefund === null
            ? markSurplusPaymentAsRefunded(tx, { ...change, reference })
            : recordRefundPayment(tx, { orderId: params.id, refundId: idRefund }),
      });
      if (!recorded.ok) return recorded;
      return ok({
        order: await readStaffViewOfOrder(tx, recorded.value, { lang, pickLanguage, payments, readWithdrawals }),
      });
    }),
  );
  route('PUT /admin/order/{id}/payment-due', (call) =>
    call.withSiteTransaction(async (tx) => {
      const { params, body, user, lang, pickLanguage, translate } = call;
      const dueAt = body.paymentDueAt === null ? null : new Date(body.paymentDueAt);
      const toStaffOrder = (order: OrderRow) =>
        readStaffViewOfOrder(tx, order, { lang, pickLanguage, payments, readWithdrawals });
      const changed = await changeAtRevision(tx, {
        orderId: params.id,
        staffUserId: user.id,
        revision: body.revision,
        readCurrent: toStaffOrder,
        run: () => changePaymentDueDate(tx, params.id, dueAt),
      });
      if (changed.ok) return ok({ order: await toStaffOrder(changed.value) });
      if (changed.refusal !== 'due_in_past') return changed;
      return refuse('due_in_past', { errors: { paymentDueAt: translate('orders.refusal.due_in_past') } });
    }),
  );
}

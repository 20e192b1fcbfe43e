import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractCall, createContractRouter } from '#server/api/contract/contract-route.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { type MailPreview, previewMail } from '#server/api/mail/render-plain-text-of-mail.ts';
import { orderDocumentRoutes } from '#server/api/orders/documents/order-document-routes.ts';
import {
  createOrderStateMail,
  createTrackingCorrectionMail,
  isNotifiedState,
} from '#server/api/orders/mails/order-state-mail.ts';
import {
  findOrderPage,
  lockOrder,
  type OrderRow,
  type RequestedStateChange,
  readOrder,
  readVouchersOfOrders,
} from '#server/api/orders/order-repository.ts';
import {
  createOrderPageLink,
  createPreviewPageLink,
  readOrderByAccessToken,
  readOrderMailContext,
} from '#server/api/orders/order-tokens.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { orderNotes, orders, surplusPayments } from '#server/api/orders/orders-tables.ts';
import { orderPaymentRoute } from '#server/api/orders/payment/online-payment.ts';
import { readDetailsOfOrders, readSummariesOfOrders } from '#server/api/orders/read-orders.ts';
import { recordRefundPayment } from '#server/api/orders/refunds/refund-order.ts';
import { refundRoutes } from '#server/api/orders/refunds/refund-routes.ts';
import {
  changeAtRevision,
  changeOrderWithAudit,
  readStaffViewOfOrder,
  readStaffViewsOfOrders,
} from '#server/api/orders/staff-orders.ts';
import { cancelOrderAsCustomer } from '#server/api/orders/state/cancel-order-as-customer.ts';
import { changeOrderState, readRequestedTracking } from '#server/api/orders/state/change-order-state.ts';
import { deleteUnpaidOrderLimitEntries } from '#server/api/orders/unpaid-orders-repository.ts';
import { vouchersRoutes } from '#server/api/orders/vouchers/vouchers-routes.ts';
import { readTrackingUrlTemplate } from '#server/api/shipping/shipping.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { listNextOrderStates, releasesStock } from '#shared/orders/order-states.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/**
 * Changes the time at which an unpaid order is cancelled, and lets the customer be reminded again.
 * @param dueAt Null if it is never cancelled automatically.
 */
const saveDueDate = (tx: SiteTx, id: number, dueAt: Date | null) =>
  tx.update(orders).set({ paymentDueAt: dueAt, paymentRemindedAt: null }).where(eq(orders.id, id));

/** Records that staff have refunded a surplus payment. A repeated call leaves the time of the first call unchanged. */
async function markSurplusPaymentAsRefunded(
  tx: SiteTx,
  { orderId, reference, staffUserId }: { orderId: number; reference: string; staffUserId: number },
): Promise<Outcome<OrderRow, 'not_found'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  const isPayment = and(eq(surplusPayments.orderId, orderId), eq(surplusPayments.reference, reference));
  const [payment] = await tx.select().from(surplusPayments).where(isPayment);
  if (!payment) return refuse('not_found');
  if (payment.refundedAt === null)
    await tx.update(surplusPayments).set({ refundedAt: new Date(), staffUserId }).where(isPayment);
  return ok(order);
}

async function saveOrderTracking(
  tx: SiteTx,
  orderId: number,
  tracking: Pick<OrderRow, 'trackingNumber' | 'trackingUrl'>,
): Promise<void> {
  await tx.update(orders).set(tracking).where(eq(orders.id, orderId));
}

const maxNotesPerOrder = 100;

interface NewOrderNote {
  orderId: number;
  text: string;
  staffUserId: number;
}

/**
 * Adds an internal note to an order. The order is locked, so that concurrent calls cannot exceed the maximum number of
 * notes.
 */
async function addOrderNote(
  tx: SiteTx,
  note: NewOrderNote,
): Promise<Outcome<OrderRow, 'not_found' | 'too_many_notes'>> {
  const order = await lockOrder(tx, note.orderId);
  if (!order) return refuse('not_found');
  const count = await tx.$count(orderNotes, eq(orderNotes.orderId, note.orderId));
  if (count >= maxNotesPerOrder) return refuse('too_many_notes');
  await tx.insert(orderNotes).values(note);
  return ok(order);
}

/** Registers the calls of customers about their orders. An order of another customer is treated as not found. */
function customerOrderRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
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

function guestOrderLinkRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
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

function staffOrderRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
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

function orderCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
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

export function ordersRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  customerOrderRoutes(app, dependencies);
  guestOrderLinkRoutes(app, dependencies);
  orderDocumentRoutes(app, dependencies);
  staffOrderRoutes(app, dependencies);
  orderCorrectionRoutes(app, dependencies);
  refundRoutes(app, dependencies);
  orderPaymentRoute(app, dependencies);
  vouchersRoutes(app, dependencies);
}

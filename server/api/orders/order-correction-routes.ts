import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { ok } from '#shared/outcome.ts';
import { changeOrderWithAudit } from './change-order-with-audit.ts';
import { changePaymentDueDate } from './change-payment-due.ts';
import { correctTracking } from './correct-tracking.ts';
import { addOrderNote } from './order-notes.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { readStaffOrder } from './read-staff-orders.ts';
import { recordSurplusPaymentRefund } from './surplus-payments.ts';

/** The calls of staff that change an order without changing its state. */
export function orderCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  paymentCorrectionRoutes(app, dependencies);
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const { payments, readWithdrawals } = dependencies;

  route('PUT /admin/order/{id}/tracking', (call) =>
    call.withSiteTransaction(async (tx) => {
      const { params, body, user, site, lang, pickLanguage, request } = call;
      const context = { timeZone: site.timeZone, origin: getLinkOrigin(request) };
      const corrected = await changeOrderWithAudit(tx, {
        orderId: params.id,
        staffUserId: user.id,
        run: () => correctTracking(tx, { orderId: params.id, ...body }, context),
      });
      if (!corrected.ok) return corrected;
      return ok({
        order: await readStaffOrder(tx, corrected.value, { lang, pickLanguage, payments, readWithdrawals }),
      });
    }),
  );
  route('POST /admin/order/{id}/note', ({ params, body, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      // The audit log does not contain the text, which may contain personal data.
      const added = await changeOrderWithAudit(tx, {
        orderId: params.id,
        staffUserId: user.id,
        details: { note: 'added' },
        run: () => addOrderNote(tx, { orderId: params.id, text: body.text, staffUserId: user.id }),
      });
      if (!added.ok) return added;
      return ok({ order: await readStaffOrder(tx, added.value, { lang, pickLanguage, payments, readWithdrawals }) });
    }),
  );
}

function paymentCorrectionRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const { payments, readWithdrawals } = dependencies;

  route('PUT /admin/order/{id}/refund', ({ params, body, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const refund = { orderId: params.id, reference: body.reference, staffUserId: user.id };
      const recorded = await changeOrderWithAudit(tx, {
        ...refund,
        details: { refundedPayment: body.reference },
        run: () => recordSurplusPaymentRefund(tx, refund),
      });
      if (!recorded.ok) return recorded;
      return ok({ order: await readStaffOrder(tx, recorded.value, { lang, pickLanguage, payments, readWithdrawals }) });
    }),
  );
  route('PUT /admin/order/{id}/payment-due', ({ params, body, user, lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const dueAt = body.paymentDueAt === null ? null : new Date(body.paymentDueAt);
      const changed = await changeOrderWithAudit(tx, {
        orderId: params.id,
        staffUserId: user.id,
        run: () => changePaymentDueDate(tx, params.id, dueAt),
      });
      if (!changed.ok) return changed;
      return ok({ order: await readStaffOrder(tx, changed.value, { lang, pickLanguage, payments, readWithdrawals }) });
    }),
  );
}

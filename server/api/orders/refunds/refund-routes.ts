import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { changeOrderWithAudit, readStaffViewOfOrder } from '#server/api/orders/staff-orders.ts';
import { eurosToCents } from '#shared/money.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { ok } from '#shared/outcome.ts';
import { previewRefundMail, refundOrder } from './refund-order.ts';

export function refundRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const { db, payments, readWithdrawals } = dependencies;

  route('GET /admin/order/{id}/refund-preview', ({ params, query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const refund = { orderId: params.id, amount: eurosToCents(query.amount), reason: query.reason };
      const mail = await previewRefundMail(tx, refund, { payments });
      return mail.ok ? ok({ mail: mail.value }) : mail;
    }),
  );
  route('POST /admin/order/{id}/refund', ({ params, body, user, site, lang, pickLanguage }) =>
    withSiteTransactionOrRollback(db, site.id, async (tx) => {
      const amount = eurosToCents(body.amount);
      const input = { ...body, orderId: params.id, staffUserId: user.id, amount };
      // The audit log does not contain the reason, which may contain personal data.
      const refunded = await changeOrderWithAudit(tx, {
        orderId: params.id,
        staffUserId: user.id,
        details: { refundedCents: String(amount), returnsStock: String(body.returnsStock) },
        run: () => refundOrder(tx, { ...input, refundedBefore: eurosToCents(body.refundedBefore) }, { payments }),
      });
      if (!refunded.ok) return refunded;
      return ok({
        order: await readStaffViewOfOrder(tx, refunded.value, { lang, pickLanguage, payments, readWithdrawals }),
      });
    }),
  );
}

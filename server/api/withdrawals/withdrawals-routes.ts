import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { findOrderByNumberAndEmail } from '#server/api/orders/order-reading-repository.ts';
import { callerOf, linkOrigin } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { withdrawalsContract } from '#shared/withdrawals/withdrawals-contract.ts';
import { type WithdrawalDeclaration, withdrawalAcknowledgement, withdrawalNotice } from './withdrawal-mails.ts';
import { saveWithdrawal } from './withdrawals-repository.ts';

/** The online function of withdrawal: article L221-21 of the Consumer Code, directive (EU) 2023/2673. docs/rules.md, "Withdrawal". */
export function withdrawalsRoutes(app: FastifyInstance, parts: RouteDependencies & { limits: RateLimits }): void {
  const route = contractRoutes(app, 'ordering', withdrawalsContract, parts);
  const { limits } = parts;

  route('POST /withdrawal', async ({ body, site, lang, request, withSiteTransaction }) => {
    const receivedAt = new Date();
    const { name, email, orderNumber, message } = body;
    const counted = [
      ['withdrawal-address', callerOf(request).address],
      ['withdrawal-recipient', email],
    ] as const;
    for (const [limit, who] of counted)
      if (!(await limits.consume(site.id, limit, who)))
        return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, who) } });
    await withSiteTransaction(async (tx) => {
      const order = await findOrderByNumberAndEmail(tx, orderNumber, email);
      const declared: WithdrawalDeclaration = {
        name,
        email,
        orderNumber,
        message,
        receivedAt,
        orderId: order?.id ?? null,
      };
      await saveWithdrawal(tx, declared);
      await queueMail(tx, { ...withdrawalAcknowledgement(declared, lang, site.timeZone), origin: linkOrigin(request) });
      await queueMail(tx, withdrawalNotice(declared, site.defaultLang, site.timeZone));
    });
    return ok({ receivedAt: receivedAt.toISOString() });
  });
}

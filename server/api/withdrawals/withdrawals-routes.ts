import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { findOrderByNumberAndEmail } from '#server/api/orders/order-reading-repository.ts';
import { callerOf, linkOriginOf } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { withdrawalsContract } from '#shared/withdrawals/withdrawals-contract.ts';
import { type WithdrawalDeclaration, withdrawalAcknowledgement, withdrawalNotice } from './withdrawal-mails.ts';
import { saveWithdrawal } from './withdrawals-repository.ts';

/** The online withdrawal function: article L221-21 of the Consumer Code, Directive (EU) 2023/2673. docs/rules.md, "Withdrawal". */
export function withdrawalsRoutes(
  app: FastifyInstance,
  dependencies: RouteDependencies & { limits: RateLimits },
): void {
  const route = contractRoutes(app, 'withdrawals', withdrawalsContract, dependencies);
  const { limits } = dependencies;

  route('POST /withdrawal', async ({ body, site, lang, request, withSiteTransaction }) => {
    const receivedAt = new Date();
    const { name, email, orderNumber, message } = body;
    const limited = [
      ['withdrawal-client', callerOf(request).ipAddress],
      ['withdrawal-recipient', email],
    ] as const;
    for (const [limit, key] of limited)
      if (!(await limits.consume(site.id, limit, key)))
        return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, key) } });
    await withSiteTransaction(async (tx) => {
      const order = await findOrderByNumberAndEmail(tx, orderNumber, email);
      const declaration: WithdrawalDeclaration = {
        name,
        email,
        orderNumber,
        message,
        receivedAt,
        orderId: order?.id ?? null,
      };
      await saveWithdrawal(tx, declaration);
      await queueMail(tx, {
        ...withdrawalAcknowledgement(declaration, lang, site.timeZone),
        origin: linkOriginOf(request),
      });
      await queueMail(tx, withdrawalNotice(declaration, site.defaultLang, site.timeZone));
    });
    return ok({ receivedAt: receivedAt.toISOString() });
  });
}

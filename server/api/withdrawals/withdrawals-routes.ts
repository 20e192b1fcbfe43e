import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { withdrawalsContract } from '#shared/withdrawals/withdrawals-contract.ts';
import { declareUnmatchedWithdrawal, declareWithdrawalOfMatchingOrder } from './declare-withdrawal.ts';
import { setWithdrawalHandled, toStaffWithdrawal } from './set-withdrawal-handled.ts';
import { formatWithdrawalStatement } from './withdrawal-statement.ts';
import { readWithdrawalPage } from './withdrawals-repository.ts';

/**
 * Registers the calls of the online withdrawal function that article L221-21 of the Consumer Code and Directive (EU)
 * 2023/2673 require (docs/rules.md, "Withdrawal").
 */
export function withdrawalsRoutes(
  app: FastifyInstance,
  dependencies: ContractRouteDependencies & { limits: RateLimiter },
): void {
  const route = createContractRouter(app, 'withdrawals', withdrawalsContract, dependencies);
  const { limits } = dependencies;

  route('POST /withdrawal', async ({ body, site, lang, request, withSiteTransaction }) => {
    const receivedAt = new Date();
    const { ipAddress } = getCaller(request);
    const limited = [
      ['withdrawal-client', ipAddress],
      ['withdrawal-network', ipAddress],
      ['withdrawal-recipient', body.email],
    ] as const;
    for (const [limit, key] of limited)
      if (!(await limits.consume(site.id, limit, key)))
        return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, key) } });
    const declaration = { ...body, receivedAt, statement: formatWithdrawalStatement(lang, body) };
    const context = { lang, site, origin: getLinkOrigin(request) };
    // Notices to the estate about unmatched declarations are limited, because strangers must not flood its mailbox.
    // `GET /admin/withdrawal` lists all declarations.
    const hasNoticeLeft = () => limits.consume(site.id, 'withdrawal-unmatched-site', 'all');
    const isMatched = await withSiteTransaction((tx) => declareWithdrawalOfMatchingOrder(tx, declaration, context));
    if (!isMatched) {
      const isNoticeSent = await hasNoticeLeft();
      await withSiteTransaction((tx) => declareUnmatchedWithdrawal(tx, declaration, context, isNoticeSent));
    }
    return ok({ receivedAt: receivedAt.toISOString() });
  });
  staffWithdrawalRoutes(app, dependencies);
}

function staffWithdrawalRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'withdrawals', withdrawalsContract, dependencies);

  route('GET /admin/withdrawal', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readWithdrawalPage(tx, query);
      return { withdrawals: rows.map(toStaffWithdrawal), total };
    }),
  );
  route('PUT /admin/withdrawal/{id}', ({ params, body, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => setWithdrawalHandled(tx, params.id, { ...body, staffUserId: user.id })),
  );
}

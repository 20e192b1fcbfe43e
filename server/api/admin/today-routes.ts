import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { retryFailedMail } from '#server/api/mail/retry-failed-mail.ts';
import { todayOverviewAndMailRetryContract } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { ok } from '#shared/outcome.ts';
import { readTodayOverview } from './read-today-overview.ts';

/** Registers the calls of the panel's first screen. */
export function todayRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', todayOverviewAndMailRetryContract, dependencies);

  route('GET /admin/today', ({ site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readTodayOverview(tx, { now: Date.now(), timeZone: site.timeZone, pickLanguage })),
  );
  route('POST /admin/mail/{id}/retry', ({ params, user, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const retried = await retryFailedMail(tx, params.id);
      if (!retried.ok) return retried;
      await recordStaffChange(tx, {
        userId: user.id,
        resource: 'mail',
        key: params.id,
        action: 'UPDATE',
        before: { state: retried.value },
        after: { state: 'QUEUED' },
      });
      return ok({});
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type StaffWithdrawalView, withdrawalsContract } from '#shared/withdrawals/withdrawals-contract.ts';
import { declareUnmatchedWithdrawal, declareWithdrawalOfMatchingOrder } from './declare-withdrawal.ts';
import {
  lockWithdrawal,
  readWithdrawalPage,
  updateWithdrawalHandled,
  type WithdrawalWithRevision,
} from './withdrawals-repository.ts';

const key = 'statement';
const texts = readTextsByLanguage<typeof key, string>('withdrawals', [key]);

/**
 * Returns the sentence that the withdrawal page shows for confirmation. It uses the page's own text, so that mail and
 * page cannot differ.
 */
const formatWithdrawalStatement = (lang: Lang, { name, orderNumber }: { name: string; orderNumber: string }): string =>
  interpolate(texts[lang][key], { name: name.trim(), number: orderNumber.trim() });

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

interface HandledChange {
  revision: number;
  isHandled: boolean;
  staffUserId: number;
}

/**
 * Marks a declaration as handled, or as not handled, unless its handled state has changed since the given revision. A
 * declaration that has the requested state already is left unchanged.
 */
async function setWithdrawalHandled(
  tx: SiteTx,
  id: number,
  { revision, ...mark }: HandledChange,
): Promise<Outcome<{ withdrawal: StaffWithdrawalView }, 'not_found' | 'stale_revision'>> {
  const before = await lockWithdrawal(tx, id);
  if (!before) return refuse('not_found');
  if (before.revision !== revision)
    return { ...refuse('stale_revision'), current: { withdrawal: toStaffWithdrawal(before) } };
  const wasHandled = before.handledAt !== null;
  if (wasHandled === mark.isHandled) return ok({ withdrawal: toStaffWithdrawal(before) });
  const after = await updateWithdrawalHandled(tx, before, mark);
  await recordStaffChange(tx, {
    userId: mark.staffUserId,
    resource: 'withdrawal',
    key: id,
    action: 'UPDATE',
    before: { isHandled: wasHandled },
    after: { isHandled: mark.isHandled },
  });
  return ok({ withdrawal: toStaffWithdrawal(after) });
}

const toStaffWithdrawal = ({
  siteId: _siteId,
  staffUserId: _staffUserId,
  orderId,
  receivedAt,
  handledAt,
  ...row
}: WithdrawalWithRevision): StaffWithdrawalView => ({
  ...row,
  idOrder: orderId,
  receivedAt: receivedAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
});

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

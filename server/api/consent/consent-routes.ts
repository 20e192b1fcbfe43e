import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import { consentContract } from '#shared/consent/consent-contract.ts';
import { consentRecordRetentionMonths } from '#shared/consent/consent-revision.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { cookieConsentRecords } from './consent-tables.ts';

const insertCookieConsentRecord = (tx: SiteTx, record: typeof cookieConsentRecords.$inferInsert) =>
  tx.insert(cookieConsentRecords).values(record);

/** Reads one page of the recorded choices, the newest first, and their total number. */
async function readCookieConsentRecordPage(tx: SiteTx, { page, nbItem }: Pick<ListQuery, 'page' | 'nbItem'>) {
  const total = await tx.$count(cookieConsentRecords);
  const rows = await tx
    .select()
    .from(cookieConsentRecords)
    .orderBy(desc(cookieConsentRecords.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

/**
 * Registers the calls that store and list consent records, which article 7(1) of the GDPR requires (docs/rules.md,
 * "Consent to cookies").
 */
export function consentRoutes(
  app: FastifyInstance,
  dependencies: ContractRouteDependencies & { limits: RateLimiter },
): void {
  const route = createContractRouter(app, 'consent', consentContract, dependencies);
  const { limits } = dependencies;

  route('POST /consent', async ({ body, site, lang, request, withSiteTransaction }) => {
    const { ipAddress } = getCaller(request);
    const limited = [
      ['consent-client', ipAddress],
      ['consent-network', ipAddress],
      ['consent-site', 'all'],
    ] as const;
    for (const [limit, subject] of limited)
      if (!(await limits.consume(site.id, limit, subject)))
        return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, subject) } });
    const { id: consentId, ...choice } = body;
    const recordedAt = new Date();
    const erasedAfter = new Date(recordedAt);
    erasedAfter.setUTCMonth(erasedAfter.getUTCMonth() + consentRecordRetentionMonths);
    await withSiteTransaction((tx) =>
      insertCookieConsentRecord(tx, { ...choice, consentId, lang, recordedAt, erasedAfter }),
    );
    return ok({ recordedAt: recordedAt.toISOString() });
  });

  route('GET /admin/consent', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readCookieConsentRecordPage(tx, query);
      const choices = rows.map(({ consentId, accepted, refused, revision, textVersion, lang, recordedAt }) => ({
        id: consentId,
        accepted,
        refused,
        revision,
        textVersion,
        lang,
        recordedAt: recordedAt.toISOString(),
      }));
      return { choices, total };
    }),
  );
}

import { and, asc, count, inArray, isNull, not } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { newsletterContract } from '#shared/newsletter/newsletter-contract.ts';
import { exportSubscribersAsCsv } from './export-subscribers.ts';
import { newsletterSubscriptions as subscriptions } from './newsletter-tables.ts';
import {
  confirmSubscription,
  createNewsletterRequestContext,
  readAccountSubscriptions,
  readOfferedNewsletters,
  requestFooterSubscription,
  requestUnsubscription,
  setAccountSubscriptions,
  unsubscribeByToken,
} from './subscriptions.ts';

async function readSubscriberPage(tx: SiteTx, { page, nbItem, filters }: ListQuery) {
  const where = and(
    isNull(subscriptions.endedAt),
    ...filters.map(({ operator, value }) => {
      const isOneOf = inArray(subscriptions.listId, value as number[]);
      return operator === 'df:' ? not(isOneOf) : isOneOf;
    }),
  );
  const [counted] = await tx.select({ total: count() }).from(subscriptions).where(where);
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(where)
    .orderBy(asc(subscriptions.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: counted?.total ?? 0 };
}

type NewsletterDependencies = ContractRouteDependencies & { limits: RateLimiter; checkProofOfWork: CheckProofOfWork };

export function newsletterRoutes(app: FastifyInstance, dependencies: NewsletterDependencies): void {
  const route = createContractRouter(app, 'newsletter', newsletterContract, dependencies);
  const context = (call: Parameters<typeof createNewsletterRequestContext>[0]) =>
    createNewsletterRequestContext(call, dependencies.limits);

  route('GET /user/newsletter/lists', (call) =>
    call.withSiteTransaction(async (tx) => ({ lists: await readOfferedNewsletters(tx, call) })),
  );
  route('GET /user/newsletter/subscription', (call) =>
    call.withSiteTransaction((tx) => readAccountSubscriptions(tx, call.user.email)),
  );
  route('PUT /user/newsletter/subscription', (call) =>
    setAccountSubscriptions(context(call), call.user, call.body.lists),
  );
  route('POST /newsletter/subscribe', (call) =>
    requestFooterSubscription(context(call), call.body, () =>
      dependencies.checkProofOfWork({ siteId: call.site.id, ipAddress: context(call).ipAddress }, call.body.altcha),
    ),
  );
  route('PUT /newsletter/confirm', (call) => confirmSubscription(context(call), call.body.token));
  route('PUT /newsletter/unsubscribe/ask', (call) => requestUnsubscription(context(call), call.body.email));
  route('PUT /newsletter/unsubscribe', (call) => unsubscribeByToken(context(call), call.body.token));

  route('GET /admin/newsletter/subscriber/export', async (call) => {
    const { query, site, user, withSiteTransaction } = call;
    const { idList: listId = null } = query;
    const filter = listId === null ? null : { idList: listId };
    await withSiteTransaction((tx) => recordListExport(tx, { userId: user.id, resource: 'subscriber', filter }));
    const lang = site.defaultLang;
    const options = { siteId: site.id, listId, lang, origin: getOriginInLanguage(site, lang) };
    return { fileName: 'subscribers.csv', content: exportSubscribersAsCsv(dependencies.db, options) };
  });
  route('GET /admin/newsletter/subscriber', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readSubscriberPage(tx, query);
      const subscribers = rows.map(({ listId, email, source, sentence, lang, requestedAt, subscribedAt }) => ({
        idList: listId,
        email,
        source,
        sentence,
        lang,
        requestedAt: requestedAt?.toISOString() ?? null,
        confirmedAt: subscribedAt.toISOString(),
      }));
      return { subscribers, total };
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { renderMail } from '#server/api/mail/render-mail.ts';
import { getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { type NewsletterIssueProgress, newsletterIssueContract } from '#shared/newsletter/newsletter-issue-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { changeSendingState, sendIssue } from './control-sending.ts';
import { createNewsletterIssueMail } from './newsletter-issue-mail.ts';
import {
  countRecipientsByState,
  countSubscribers,
  readLatestFailedRecipients,
  readNewsletterIssue,
} from './newsletter-issues-repository.ts';
import { readTextBlockImageLookup, sanitiseBlocks } from './save-newsletter-issue.ts';

type NewsletterIssueDependencies = ContractRouteDependencies & { limits: RateLimiter };

export function newsletterIssueRoutes(app: FastifyInstance, dependencies: NewsletterIssueDependencies): void {
  const route = createContractRouter(app, 'newsletter', newsletterIssueContract, dependencies);

  route('POST /admin/newsletter-issue/preview', ({ body: { content, lang }, user, request, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const blocks = sanitiseBlocks(content.blocks, await readTextBlockImageLookup(tx, content.blocks));
      const issue = { ...content, listId: content.newsletterList, blocks };
      const mail = await createNewsletterIssueMail(tx, issue, {
        to: user.email,
        lang,
        unsubscribeToken: null,
        // The panel loads pictures only from the host on which it is shown.
        origin: getLinkOrigin(request),
      });
      const { subject, html, text } = await renderMail(tx, mail);
      return { subject, html, text };
    }),
  );
  route('POST /admin/newsletter-issue/{id}/test', async ({ params, body, site, user, runIdempotentChange }) => {
    const tooMany = await createAttemptCounter(dependencies.limits, site.id)('newsletter-test', String(user.id));
    if (tooMany) return tooMany;
    return runIdempotentChange({
      run: async (tx) => {
        const found = await readNewsletterIssue(tx, params.id);
        if (!found) return refuse('not_found');
        const { lang } = body;
        await queueMail(
          tx,
          await createNewsletterIssueMail(tx, found.issue, { to: user.email, lang, unsubscribeToken: null }),
        );
        await recordStaffChange(tx, {
          userId: user.id,
          resource: 'newsletter-issue',
          key: params.id,
          action: 'UPDATE',
          before: {},
          // The audit log names the user, who is the recipient of the test. The issue itself is not changed.
          after: { testMail: lang },
        });
        return ok(null);
      },
      respond: async () => ok({ email: user.email }),
    });
  });
  sendingRoutes(app, dependencies);
}

function sendingRoutes(app: FastifyInstance, dependencies: NewsletterIssueDependencies): void {
  const route = createContractRouter(app, 'newsletter', newsletterIssueContract, dependencies);

  route('GET /admin/newsletter-issue/{id}/sending', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readSending(tx, params.id, pickLanguage)),
  );
  route('POST /admin/newsletter-issue/{id}/sending', ({ params, body, user, pickLanguage, runIdempotentChange }) =>
    runIdempotentChange({
      run: (tx) => sendIssue(tx, params.id, { ...body, userId: user.id }),
      respond: (tx) => readSending(tx, params.id, pickLanguage),
    }),
  );
  route('PUT /admin/newsletter-issue/{id}/sending', ({ params, body, user, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const outcome = await changeSendingState(tx, params.id, { action: body.action, userId: user.id });
      return outcome.ok ? readSending(tx, params.id, pickLanguage) : outcome;
    }),
  );
}

async function readSending(
  tx: SiteTx,
  id: number,
  pickLanguage: PickLocalizedText,
): Promise<Outcome<NewsletterIssueProgress, 'not_found'>> {
  const found = await readNewsletterIssue(tx, id);
  if (!found) return refuse('not_found');
  const { state, listId, sendAt, startedAt, finishedAt } = found.issue;
  return ok({
    state,
    list: pickLanguage(found.list),
    subscribers: await countSubscribers(tx, listId),
    sendAt: sendAt?.toISOString() ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    recipients: await countRecipientsByState(tx, id),
    failures: await readLatestFailedRecipients(tx, id),
  });
}

import type { FastifyInstance } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { formsContract } from '#shared/forms/forms-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { countReplyAttempt } from './count-reply-attempt.ts';
import { exportSubmissionsOfFormAsCsv } from './export-submissions.ts';
import { findSubmissionPage, readFormFile } from './forms-repository.ts';
import { readReplyRecipient, replyToSubmission } from './reply-to-submission.ts';
import { readRepliesToSubmissions } from './submission-replies.ts';
import {
  eraseSubmission,
  lockAndReadSubmission,
  readSubmissionRevisionLookup,
  setSubmissionHandled,
} from './submissions.ts';
import { toSubmissions } from './to-submissions.ts';

type SubmissionDependencies = ContractRouteDependencies & { limits: RateLimiter };

/** Registers the calls with which staff read, handle, answer, export and erase form submissions. */
export function submissionRoutes(app: FastifyInstance, dependencies: SubmissionDependencies): void {
  replyRoute(app, dependencies);
  const route = createContractRouter(app, 'forms', formsContract, dependencies);

  route('GET /admin/forms/submission', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, files, total } = await findSubmissionPage(tx, query);
      const revisionOf = await readSubmissionRevisionLookup(tx, rows);
      return {
        submissions: toSubmissions(rows, { files, replies: await readRepliesToSubmissions(tx, rows), revisionOf }),
        total,
      };
    }),
  );
  route('GET /admin/forms/submission/{id}', ({ params, withSiteTransaction }) =>
    withSiteTransaction((tx) => lockAndReadSubmission(tx, params.id)),
  );
  route('PUT /admin/forms/submission/{id}', ({ params, body, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => setSubmissionHandled(tx, params.id, { ...body, userId: user.id, now: new Date() })),
  );
  route('DELETE /admin/forms/submission/{id}', ({ params, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => eraseSubmission(tx, params.id, user.id)),
  );
  route('GET /admin/forms/submissions.csv', async ({ query: { idForm = null }, site, user, withSiteTransaction }) => {
    const filter = idForm === null ? null : { idForm };
    await withSiteTransaction((tx) => recordListExport(tx, { userId: user.id, resource: 'form-submission', filter }));
    return {
      fileName: idForm === null ? 'contact.csv' : `form-${idForm}.csv`,
      content: exportSubmissionsOfFormAsCsv(dependencies.db, { siteId: site.id, formId: idForm }),
    };
  });
  route('GET /admin/forms/file/{id}', async ({ params, withSiteTransaction }) => {
    const file = await withSiteTransaction((tx) => readFormFile(tx, params.id));
    if (!file) return refuse('not_found');
    return ok({ name: file.name, type: file.type, content: file.content.toString('base64') });
  });
}

function replyRoute(app: FastifyInstance, dependencies: SubmissionDependencies): void {
  const route = createContractRouter(app, 'forms', formsContract, dependencies);
  const { limits } = dependencies;

  route('POST /admin/forms/submission/{id}/reply', async (call) => {
    const { params, body, site, user, runIdempotentChange, withSiteTransaction } = call;
    const recipient = await withSiteTransaction((tx) => readReplyRecipient(tx, params.id));
    if (!recipient.ok) return recipient;
    const attempt = await countReplyAttempt(limits, site.id, recipient.value);
    if (!attempt.ok) return attempt;
    let isSent = false;
    try {
      return await runIdempotentChange({
        run: async (tx) => {
          const context = { userId: user.id, timeZone: site.timeZone, now: new Date() };
          const replied = await replyToSubmission(tx, params.id, { ...body, ...context });
          isSent = replied.ok;
          return replied;
        },
        respond: (tx) => lockAndReadSubmission(tx, params.id),
      });
    } finally {
      if (!isSent) await attempt.value.refund();
    }
  });
}

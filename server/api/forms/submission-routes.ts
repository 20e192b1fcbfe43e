import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordListExport, recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import { formsContract } from '#shared/forms/forms-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { createFormReplyMail } from './form-mails.ts';
import {
  findSubmissionPage,
  readFilesOfSubmissions,
  readFormFile,
  updateSubmissionHandled,
} from './forms-repository.ts';
import { formSubmissions } from './forms-tables.ts';
import {
  createSubmissionRef,
  eraseSubmission,
  insertReplyWithinLimit,
  lockSubmissionAtRevision,
  readLockedSubmission,
  readRepliesToSubmissions,
  readSubmissionRevisionLookup,
  setSubmissionHandled,
  submissionResourceName,
  toSubmissions,
} from './submissions.ts';

/**
 * Reads submissions of a form, the newest first.
 * @param formId Null for the contact form of a site that defines none.
 * @param beforeId Only submissions with lower ids are read; null for the newest submissions.
 */
const findSubmissionsBefore = (tx: SiteTx, formId: number | null, beforeId: number | null, limit: number) =>
  tx
    .select()
    .from(formSubmissions)
    .where(
      and(
        formId === null ? isNull(formSubmissions.formId) : eq(formSubmissions.formId, formId),
        beforeId === null ? undefined : lt(formSubmissions.id, beforeId),
      ),
    )
    .orderBy(desc(formSubmissions.id))
    .limit(limit);

/** Reads the sender's email address in lower case: empty if none was given, null if there is no such submission. */
async function findSenderEmail(tx: SiteTx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ email: formSubmissions.emailKey })
    .from(formSubmissions)
    .where(eq(formSubmissions.id, id));
  return row?.email ?? null;
}

type SubmissionDependencies = ContractRouteDependencies & { limits: RateLimiter };

const batchSize = 500;

/**
 * Maximum number of exported batches. Real forms stay far below it, because submissions are erased after their
 * retention time.
 */
const maxBatches = 20;

interface ExportOptions {
  siteId: number;
  /** Id of the form; null for the contact form of a site that defines none. */
  formId: number | null;
}

type Submission = Awaited<ReturnType<typeof findSubmissionsBefore>>[number];

/**
 * Exports the newest submissions of a form as CSV, with a column for each question that any submission answers. The
 * submissions are read twice, first to find the columns, in batches of up to 500, so that memory use does not grow with
 * the number of submissions.
 */
async function* exportSubmissions(db: Db, options: ExportOptions): AsyncGenerator<string> {
  const labels = new Map<string, string>();
  let newestId = 0;
  for await (const rows of readBatches(db, options, null)) {
    newestId = Math.max(newestId, rows[0]?.id ?? 0);
    for (const { name, label } of rows.flatMap(({ answers }) => answers))
      if (!labels.has(name)) labels.set(name, label);
  }
  const header = ['id', 'received', 'handled', 'language', 'email', ...labels.values(), 'files'];
  yield csvByteOrderMark + formatCsvRow(header);
  // Submissions that have arrived in the meantime are left out, because they may have further columns.
  for await (const rows of readBatches(db, options, newestId + 1))
    yield await withSiteTransaction(db, options.siteId, (tx) => formatRows(tx, rows, [...labels.keys()]));
}

/** Reads the submissions with lower ids than `beforeId`, or all for null, the newest first, up to `maxBatches`. */
async function* readBatches(
  db: Db,
  { siteId, formId }: ExportOptions,
  beforeId: number | null,
): AsyncGenerator<Submission[]> {
  let before = beforeId;
  for (let batch = 0; batch < maxBatches; batch++) {
    const rows = await withSiteTransaction(db, siteId, (tx) => findSubmissionsBefore(tx, formId, before, batchSize));
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    before = rows.at(-1)?.id ?? before;
  }
}

async function formatRows(tx: SiteTx, rows: readonly Submission[], names: readonly string[]): Promise<string> {
  const files = Map.groupBy(await readFilesOfSubmissions(tx, rows), ({ submissionId }) => submissionId);
  const lines = rows.map(({ id, receivedAt, handledAt, lang, emailKey, answers }) => {
    const answersByName = new Map(answers.map(({ name, answers: given }) => [name, given.join('; ')]));
    return formatCsvRow([
      String(id),
      receivedAt.toISOString(),
      handledAt?.toISOString() ?? '',
      lang,
      emailKey,
      ...names.map((name) => answersByName.get(name) ?? ''),
      (files.get(id) ?? []).map(({ name }) => name).join('; '),
    ]);
  });
  return lines.join('');
}

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
    withSiteTransaction((tx) => readLockedSubmission(tx, params.id)),
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
      content: exportSubmissions(dependencies.db, { siteId: site.id, formId: idForm }),
    };
  });
  route('GET /admin/forms/file/{id}', async ({ params, withSiteTransaction }) => {
    const file = await withSiteTransaction((tx) => readFormFile(tx, params.id));
    if (!file) return refuse('not_found');
    return ok({ name: file.name, type: file.type, content: file.content.toString('base64') });
  });
}

interface ReplyAttempt {
  /** Removes the attempt from the rate limits, because the reply was not sent. */
  refund(): Promise<void>;
}

/**
 * Counts a reply to a submission towards the limits of its recipient, over all sites, and of the site. The recipient is
 * an email address that a visitor has typed, which may be a stranger's.
 */
async function countReplyAttempt(
  limits: RateLimiter,
  siteId: number,
  recipient: string,
): Promise<Outcome<ReplyAttempt, 'too_many_mails'>> {
  const subjects: readonly [RateLimitName, string][] = [
    ['form-reply-recipient', recipient],
    ['form-reply-site', 'all'],
  ];
  const counted: [RateLimitName, string][] = [];
  const refund = async () => {
    for (const [limit, subject] of counted.splice(0)) await limits.refund(siteId, limit, subject);
  };
  for (const [limit, subject] of subjects) {
    counted.push([limit, subject]);
    if (await limits.consume(siteId, limit, subject)) continue;
    await refund();
    const retryAfter = await limits.retryAfterSeconds(siteId, limit, subject);
    return refuse('too_many_mails', { values: { retryAfter } });
  }
  return ok({ refund });
}

interface Reply {
  revision: number;
  subject: string;
  text: string;
  userId: number;
  timeZone: string;
  now: Date;
}

async function readReplyRecipient(tx: SiteTx, id: number): Promise<Outcome<string, 'not_found' | 'no_sender'>> {
  const email = await findSenderEmail(tx, id);
  if (email === null) return refuse('not_found');
  return email === '' ? refuse('no_sender') : ok(email);
}

/**
 * Queues the mail with a reply, stores the reply and marks the submission as handled, unless the submission was marked
 * or answered after the given revision. The audit log contains neither recipient nor text, because both are personal
 * data.
 */
async function replyToSubmission(
  tx: SiteTx,
  id: number,
  { revision, subject, text, userId, timeZone, now }: Reply,
): Promise<Outcome<null, 'not_found' | 'stale_revision' | 'no_sender' | 'too_many_replies'>> {
  const locked = await lockSubmissionAtRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const { formTitle, emailKey, lang, receivedAt, handledAt } = locked.value;
  if (emailKey === '') return refuse('no_sender');
  const replies = await insertReplyWithinLimit(tx, {
    submissionId: id,
    staffUserId: userId,
    subject,
    text,
    createdAt: now,
  });
  if (replies === null) return refuse('too_many_replies');
  await raiseItemRevisions(tx, [createSubmissionRef(id)]);
  if (handledAt === null) await updateSubmissionHandled(tx, id, now);
  await queueMail(
    tx,
    createFormReplyMail({ title: formTitle, email: emailKey, receivedAt, subject, text, lang, timeZone }),
  );
  await recordStaffChange(tx, {
    userId,
    resource: submissionResourceName,
    key: id,
    action: 'UPDATE',
    before: { isHandled: handledAt !== null, replies },
    after: { isHandled: true, replies: replies + 1 },
  });
  return ok(null);
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
        respond: (tx) => readLockedSubmission(tx, params.id),
      });
    } finally {
      if (!isSent) await attempt.value.refund();
    }
  });
}

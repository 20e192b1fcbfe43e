import { and, asc, eq, inArray } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  createItemRef,
  lockItemRevision,
  raiseItemRevisions,
  readItemRevisionLookup,
} from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { replyLimits } from '#shared/forms/form-limits.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { type findSubmissionPage, readFilesOfSubmissions, updateSubmissionHandled } from './forms-repository.ts';
import { formReplies, formSubmissions } from './forms-tables.ts';

/** Reads a submission and locks it until the transaction ends. */
async function lockSubmission(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(formSubmissions).where(eq(formSubmissions.id, id)).for('update');
  return row ?? null;
}

const deleteSubmission = (tx: SiteTx, id: number) => tx.delete(formSubmissions).where(eq(formSubmissions.id, id));

/** Reads the replies to submissions with their authors, the oldest first. */
export async function readRepliesToSubmissions(tx: SiteTx, submissions: readonly { id: number }[]) {
  if (submissions.length === 0) return [];
  const ids = submissions.map(({ id }) => id);
  return tx
    .select({
      id: formReplies.id,
      submissionId: formReplies.submissionId,
      sentAt: formReplies.createdAt,
      author: users.email,
      subject: formReplies.subject,
      text: formReplies.text,
    })
    .from(formReplies)
    .leftJoin(users, and(eq(users.siteId, formReplies.siteId), eq(users.id, formReplies.staffUserId)))
    .where(inArray(formReplies.submissionId, ids))
    .orderBy(asc(formReplies.id));
}

/** @returns The number of earlier replies; null if the maximum number of replies is reached. */
export async function insertReplyWithinLimit(
  tx: SiteTx,
  reply: Omit<typeof formReplies.$inferInsert, 'id' | 'siteId'>,
): Promise<number | null> {
  const count = await tx.$count(formReplies, eq(formReplies.submissionId, reply.submissionId));
  if (count >= replyLimits.repliesPerSubmission) return null;
  await tx.insert(formReplies).values(reply);
  return count;
}

type FoundSubmissions = Awaited<ReturnType<typeof findSubmissionPage>>;

interface SubmissionParts {
  files: FoundSubmissions['files'];
  replies: Awaited<ReturnType<typeof readRepliesToSubmissions>>;
  revisionOf: (id: number) => number;
}

export function toSubmissions(
  rows: FoundSubmissions['rows'],
  { files, replies, revisionOf }: SubmissionParts,
): Submission[] {
  const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId);
  const repliesTo = Map.groupBy(replies, ({ submissionId }) => submissionId);
  return rows.map(({ id, formId, formTitle, receivedAt, erasedAfter, handledAt, emailKey, lang, answers }) => ({
    id,
    revision: revisionOf(id),
    idForm: formId,
    form: formTitle,
    email: emailKey,
    lang,
    answers,
    receivedAt: receivedAt.toISOString(),
    erasedAfter: erasedAfter.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    files: (filesOf.get(id) ?? []).map(({ submissionId: _submissionId, ...file }) => file),
    replies: (repliesTo.get(id) ?? []).map(({ submissionId: _submissionId, sentAt, ...reply }) => ({
      ...reply,
      sentAt: sentAt.toISOString(),
    })),
  }));
}

type SubmissionOutcome<Refusal extends string = never> = Outcome<{ submission: Submission }, 'not_found' | Refusal>;

/** Name of submissions in the audit log. */
export const submissionResourceName = 'form-submission';

/** Reads a submission with its files and replies. Its row stays locked until the transaction ends. */
export async function readLockedSubmission(tx: SiteTx, id: number): Promise<SubmissionOutcome> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  const revisionOf = await readSubmissionRevisionLookup(tx, [row]);
  const files = await readFilesOfSubmissions(tx, [row]);
  const [submission] = toSubmissions([row], { files, replies: await readRepliesToSubmissions(tx, [row]), revisionOf });
  return submission ? ok({ submission }) : refuse('not_found');
}

export const readSubmissionRevisionLookup = (tx: SiteTx, rows: readonly { id: number }[]) =>
  readItemRevisionLookup(
    tx,
    revisionKind,
    rows.map(({ id }) => id),
  );

const revisionKind = 'form_submissions';

export const createSubmissionRef = (id: number) => createItemRef(revisionKind, id);

/**
 * Locks a submission until the transaction ends, unless it has changed since the given revision. The refusal then
 * contains the current submission.
 */
export async function lockSubmissionAtRevision(
  tx: SiteTx,
  id: number,
  revision: number,
): Promise<Outcome<LockedSubmission, 'not_found' | 'stale_revision'>> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  if ((await lockItemRevision(tx, createSubmissionRef(id))) === revision) return ok(row);
  const current = await readLockedSubmission(tx, id);
  return { ...refuse('stale_revision'), ...(current.ok && { current: current.value }) };
}

type LockedSubmission = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>;

interface Mark {
  revision: number;
  isHandled: boolean;
  userId: number;
  now: Date;
}

/**
 * Marks a submission as handled or as waiting, unless it was marked or answered after the given revision. Setting the
 * same state again changes nothing.
 */
export async function setSubmissionHandled(
  tx: SiteTx,
  id: number,
  { revision, isHandled, userId, now }: Mark,
): Promise<SubmissionOutcome<'stale_revision'>> {
  const locked = await lockSubmissionAtRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const wasHandled = locked.value.handledAt !== null;
  if (wasHandled !== isHandled) {
    await raiseItemRevisions(tx, [createSubmissionRef(id)]);
    await updateSubmissionHandled(tx, id, isHandled ? now : null);
    const change = { before: { isHandled: wasHandled }, after: { isHandled } };
    await recordStaffChange(tx, { userId, resource: submissionResourceName, key: id, action: 'UPDATE', ...change });
  }
  return readLockedSubmission(tx, id);
}

/**
 * Erases a submission with its files and replies. No revision is required, because staff can change only the handled
 * state and the replies, which are erased as well. The audit log contains no answers, because answers are personal
 * data.
 */
export async function eraseSubmission(
  tx: SiteTx,
  id: number,
  userId: number,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  await deleteSubmission(tx, id);
  const before = { form: row.formTitle, receivedAt: row.receivedAt.toISOString() };
  await recordStaffChange(tx, {
    userId,
    resource: submissionResourceName,
    key: id,
    action: 'DELETE',
    before,
    after: null,
  });
  return ok({});
}

import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { createFormReplyMail } from './form-mails.ts';
import { findSubmissionSenderEmailOrEmpty, updateSubmissionHandled } from './forms-repository.ts';
import { insertReplyWithinLimit } from './submission-replies.ts';
import { createSubmissionRef, lockSubmissionAtRevision, submissionResourceName } from './submissions.ts';

interface Reply {
  /** The revision that the caller has read. */
  revision: number;
  subject: string;
  text: string;
  userId: number;
  timeZone: string;
  now: Date;
}

/** Reads the email address to which replies to a submission go. */
export async function readReplyRecipient(tx: SiteTx, id: number): Promise<Outcome<string, 'not_found' | 'no_sender'>> {
  const email = await findSubmissionSenderEmailOrEmpty(tx, id);
  if (email === null) return refuse('not_found');
  return email === '' ? refuse('no_sender') : ok(email);
}

/**
 * Queues the mail with a reply, stores the reply and marks the submission as handled, unless the submission was marked
 * or answered after the given revision. The audit log contains neither recipient nor text, because both are personal
 * data.
 */
export async function replyToSubmission(
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

import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { deleteSubmission, findFilesOf, lockSubmission, setSubmissionHandled } from './forms-repository.ts';
import { toSubmissions } from './to-submissions.ts';

type SubmissionOutcome = Outcome<{ submission: Submission }, 'not_found'>;

const resource = 'form-submission';

export async function readSubmissionForStaff(tx: SiteTx, id: number): Promise<SubmissionOutcome> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  const [submission] = toSubmissions([row], await findFilesOf(tx, [row]));
  return submission ? ok({ submission }) : refuse('not_found');
}

interface Mark {
  isHandled: boolean;
  userId: number;
  now: Date;
}

/** Marks a submission as handled or as waiting. The same mark again changes nothing. */
export async function markSubmission(
  tx: SiteTx,
  id: number,
  { isHandled, userId, now }: Mark,
): Promise<SubmissionOutcome> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  const wasHandled = row.handledAt !== null;
  if (wasHandled !== isHandled) {
    await setSubmissionHandled(tx, id, isHandled ? now : null);
    const change = { before: { isHandled: wasHandled }, after: { isHandled } };
    await recordStaffChange(tx, { userId, resource, key: id, action: 'UPDATE', ...change });
  }
  return readSubmissionForStaff(tx, id);
}

/** Erases a submission with its files. The audit log keeps no answer, because answers are personal data. */
export async function eraseSubmission(
  tx: SiteTx,
  id: number,
  userId: number,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const row = await lockSubmission(tx, id);
  if (!row) return refuse('not_found');
  await deleteSubmission(tx, id);
  const before = { form: row.formTitle, receivedAt: row.receivedAt.toISOString() };
  await recordStaffChange(tx, { userId, resource, key: id, action: 'DELETE', before, after: null });
  return ok({});
}

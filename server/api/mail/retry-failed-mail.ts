import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { tryLockMail } from './mail-repository.ts';
import { type MailState, mails } from './mail-tables.ts';
import { renderMailToRow, sendMailTaskName } from './queue-mail.ts';

/** Queues a mail again, with a new count of attempts. */
const resetMailToQueued = (tx: SiteTx, id: number) =>
  tx.update(mails).set({ state: 'QUEUED', attempts: 0, lastError: '' }).where(eq(mails.id, id));

const saveRenderedMail = (tx: SiteTx, id: number, mail: Partial<typeof mails.$inferInsert>) =>
  tx.update(mails).set(mail).where(eq(mails.id, id));

/**
 * Queues a mail again that failed or may not have been delivered, with a new count of attempts. The content of a mail
 * with a secret link is erased when it is given up, so such a mail cannot be sent again. A mail that could not be
 * rendered is rendered first, with the present settings of the estate.
 * @returns The state of the mail before the call.
 */
export async function retryFailedMail(
  tx: SiteTx,
  id: number,
): Promise<Outcome<MailState, 'not_found' | 'mail_not_failed' | 'mail_erased' | 'mail_not_rendered'>> {
  const mail = await tryLockMail(tx, id);
  if (!mail) return refuse('not_found');
  // A mail that another transaction has locked is being sent or queued again.
  if (mail === 'busy' || (mail.state !== 'FAILED' && mail.state !== 'UNCERTAIN')) return refuse('mail_not_failed');
  if (mail.draft !== null) {
    const rendered = renderMailToRow(mail.draft, await readMailBranding(tx, mail.draft.lang));
    await saveRenderedMail(tx, id, rendered);
    if (rendered.state !== 'QUEUED') return refuse('mail_not_rendered');
  } else if (mail.html === '') return refuse('mail_erased');
  await resetMailToQueued(tx, id);
  await queueJob(tx, sendMailTaskName, { mail: id });
  return ok(mail.state);
}

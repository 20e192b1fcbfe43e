import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { requireValidMailAddress } from './mail-address.ts';
import { insertMail } from './mail-repository.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderMail } from './render-mail.ts';

/** Name of the task that sends the mail whose id is in the task's payload. */
export const sendMailTaskName = 'send-mail';

/**
 * Renders a mail with the estate's branding and queues it. A job sends it once the transaction has committed.
 * @returns The id of the mail.
 * @throws Error if an email address is invalid.
 */
export async function queueMail(tx: SiteTx, mail: OutgoingMail): Promise<number> {
  const id = await insertMail(tx, {
    ...(await renderMail(tx, mail)),
    kind: mail.kind,
    orderId: mail.orderId ?? null,
    replyTo: mail.replyTo === undefined ? null : requireValidMailAddress(mail.replyTo),
    attachments: [...(mail.attachments ?? [])],
    isSecret: mail.isSecret ?? false,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    state: 'QUEUED',
  });
  await queueJob(tx, sendMailTaskName, { mail: id });
  return id;
}

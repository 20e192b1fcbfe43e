import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { formatSender, requireMailAddress, toHeaderValue } from './mail-address.ts';
import { renderHtmlMail } from './mail-html.ts';
import { renderPlainMail } from './mail-plain.ts';
import { insertMail } from './mail-repository.ts';
import { mailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** The task that sends a mail, by the id in its payload. */
export const sendMailTask = 'send-mail';

/**
 * Queues a mail in the transaction that causes it: it is sent by a job once that has committed, and not at all if it
 * does not. Its looks and sender are those of the estate. Answers its id.
 * @throws where an address is none: whoever takes one from a customer has checked it.
 */
export async function queueMail(tx: SiteTx, mail: OutgoingMail): Promise<number> {
  const branding = await readMailBranding(tx, mail.lang);
  const texts = mailTexts(mail.lang, branding.timeZone);
  const own = branding.email || addressAt(branding.origin);
  const subject = toHeaderValue(mail.subject);
  const seen = { ...branding, origin: mail.origin ?? branding.origin };
  const id = await insertMail(tx, {
    kind: mail.kind,
    orderId: mail.orderId ?? null,
    recipient: requireMailAddress(mail.to === 'estate' ? own : mail.to),
    sender: formatSender({ name: branding.name, address: own }),
    replyTo: mail.replyTo === undefined ? null : requireMailAddress(mail.replyTo),
    subject,
    html: renderHtmlMail({ ...mail, subject }, seen, texts),
    text: renderPlainMail(mail, seen, texts),
    attachments: [...(mail.attachments ?? [])],
    isSecret: mail.isSecret ?? false,
    state: 'QUEUED',
  });
  await queueJob(tx, sendMailTask, { mail: id });
  return id;
}

/** An estate that has not said where it reads its mail. */
const addressAt = (origin: string): string => `contact@${new URL(origin).hostname}`;

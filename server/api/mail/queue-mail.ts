import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueJob } from '#server/api/jobs/queue-job.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { formatMailSender, requireMailAddress, toMailHeaderValue } from './mail-address.ts';
import { insertMail } from './mail-repository.ts';
import { createMailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderHtmlMail } from './render-html-mail.ts';
import { renderPlainMail } from './render-plain-mail.ts';

/** Name of the task that sends the mail whose id is in the task's payload. */
export const sendMailTaskName = 'send-mail';

/**
 * Renders a mail with the estate's branding and queues it. A job sends it once the transaction has committed.
 * @returns The id of the mail.
 * @throws Error if an email address is invalid.
 */
export async function queueMail(tx: SiteTx, mail: OutgoingMail): Promise<number> {
  const branding = await readMailBranding(tx, mail.lang);
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const estateAddress = branding.email || defaultAddress(branding.origin);
  const subject = toMailHeaderValue(mail.subject);
  // The estate's links use the site's own origin, whichever host the visitor was on.
  const mailBranding = {
    ...branding,
    origin: mail.to === 'estate' ? branding.origin : (mail.origin ?? branding.origin),
  };
  const id = await insertMail(tx, {
    kind: mail.kind,
    orderId: mail.orderId ?? null,
    recipient: requireMailAddress(mail.to === 'estate' ? estateAddress : mail.to),
    sender: formatMailSender({ name: branding.name, address: estateAddress }),
    replyTo: mail.replyTo === undefined ? null : requireMailAddress(mail.replyTo),
    subject,
    html: renderHtmlMail({ ...mail, subject }, mailBranding, texts),
    text: renderPlainMail(mail, mailBranding, texts),
    attachments: [...(mail.attachments ?? [])],
    isSecret: mail.isSecret ?? false,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    state: 'QUEUED',
  });
  await queueJob(tx, sendMailTaskName, { mail: id });
  return id;
}

/** The sender of an estate that has not set COMPANY_EMAIL. */
const defaultAddress = (origin: string): string => `contact@${new URL(origin).hostname}`;

import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { toMailHeaderValue } from './mail-address.ts';
import { createMailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderPlainMail } from './render-plain-mail.ts';

export interface MailPreview {
  to: string;
  subject: string;
  text: string;
}

/** Renders the plain-text part of a mail with the estate's branding, without queueing it. */
export async function previewMail(tx: SiteTx, mail: OutgoingMail): Promise<MailPreview> {
  const branding = await readMailBranding(tx, mail.lang);
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const mailBranding = { ...branding, origin: mail.origin ?? branding.origin };
  return { to: mail.to, subject: toMailHeaderValue(mail.subject), text: renderPlainMail(mail, mailBranding, texts) };
}

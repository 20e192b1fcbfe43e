import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { sanitiseMailHeaderText } from './mail-address.ts';
import { createMailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderPlainTextOfMail } from './render-plain-text-of-mail.ts';

export interface PlainMailPreview {
  to: string;
  subject: string;
  text: string;
}

/** Renders the plain-text part of a mail, with the estate's contact data, without queueing it. */
export async function renderPlainMailPreview(tx: SiteTx, mail: OutgoingMail): Promise<PlainMailPreview> {
  const branding = await readMailBranding(tx, mail.lang);
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const mailBranding = { ...branding, origin: mail.origin ?? branding.origin };
  return {
    to: mail.to,
    subject: sanitiseMailHeaderText(mail.subject),
    text: renderPlainTextOfMail(mail, mailBranding, texts),
  };
}

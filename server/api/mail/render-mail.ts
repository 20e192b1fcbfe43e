import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type MailBranding, readMailBranding } from '#server/api/site/site.ts';
import { formatMailSender, requireValidMailAddress, sanitiseMailHeaderText } from './mail-address.ts';
import { createMailTexts } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderHtmlOfMail } from './render-html-of-mail.ts';
import { renderPlainTextOfMail } from './render-plain-text-of-mail.ts';

export interface RenderedMail {
  recipient: string;
  sender: string;
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders a mail with the estate's branding, in HTML and as plain text.
 * @throws Error if an email address is invalid.
 */
export const renderMail = async (tx: SiteTx, mail: OutgoingMail): Promise<RenderedMail> =>
  renderBrandedMail(mail, await readMailBranding(tx, mail.lang));

/**
 * Renders a mail like `renderMail`, with a branding that has been read before.
 * @throws Error if an email address is invalid.
 */
export function renderBrandedMail(mail: OutgoingMail, branding: MailBranding): RenderedMail {
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const estateAddress = branding.email || defaultAddress(branding.origin);
  const subject = sanitiseMailHeaderText(mail.subject);
  // Links in mails to the estate use the site's canonical origin, whichever host the visitor was on.
  const mailBranding = {
    ...branding,
    origin: mail.to === 'estate' ? branding.origin : (mail.origin ?? branding.origin),
  };
  return {
    recipient: requireValidMailAddress(mail.to === 'estate' ? estateAddress : mail.to),
    sender: formatMailSender({ name: branding.name, address: estateAddress }),
    subject,
    html: renderHtmlOfMail({ ...mail, subject }, mailBranding, texts),
    text: renderPlainTextOfMail(mail, mailBranding, texts),
  };
}

/** Returns the sender's address for an estate that has not set COMPANY_EMAIL. */
const defaultAddress = (origin: string): string => `contact@${new URL(origin).hostname}`;

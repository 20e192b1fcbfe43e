import type { MailBranding } from '#server/api/site/site.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { getLocale } from '#shared/languages.ts';
import { listPhoneLinks } from '#shared/phone.ts';
import type { Texts } from '#shared/texts.ts';
import {
  deriveMailColours,
  type MailColours,
  renderLayoutTable,
  renderMultilineText,
  sansFont,
  serifFont,
} from './mail-colours.ts';
import type { MailTextKey } from './mail-texts.ts';
import type { OutgoingMail } from './outgoing-mail.ts';
import { renderHtmlBlock } from './render-html-block.ts';

/**
 * Renders the HTML part of a mail, with tables and inline styles, because mail programs support little else. Only
 * newsletters contain images, because mail programs block them. The URL of an image is the same for every recipient,
 * so that it does not show who opens the mail.
 */
export function renderHtmlOfMail(
  mail: Pick<OutgoingMail, 'subject' | 'preheader' | 'blocks' | 'sellsAlcohol' | 'unsubscription'>,
  branding: MailBranding,
  texts: Texts<MailTextKey>,
): string {
  const colours = deriveMailColours(branding.colours);
  const lang = getLocale(texts.lang);
  const { name, origin } = branding;
  const body = mail.blocks.map((block) => renderHtmlBlock(block, colours, texts)).join('\n');
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(mail.subject)}</title>
</head>
<body lang="${lang}" style="margin:0;padding:0;background:${colours.paper};color:${colours.ink};-webkit-text-size-adjust:100%">
${mail.preheader ? hiddenPreheader(mail.preheader) : ''}${renderLayoutTable(
  `background:${colours.paper}`,
  `<td align="center" style="padding:32px 12px">
${renderLayoutTable(
  'max-width:600px',
  `<td align="center" style="padding:8px 12px 28px;font-family:${serifFont};font-size:27px;line-height:1.25;letter-spacing:0.02em;color:${colours.title}">
<a href="${escapeHtml(origin)}" style="color:${colours.title};text-decoration:none">${escapeHtml(name)}</a>
</td>`,
  `<td style="background:${colours.card};border-top:3px solid ${colours.accent};padding:36px 28px 28px;font-family:${sansFont};font-size:16px;line-height:1.6;color:${colours.ink}">
${body}
</td>`,
  `<td style="background:${colours.foot};padding:24px 28px;font-family:${sansFont};font-size:13px;line-height:1.6;color:${colours.footInk}">
${footer(mail, branding, colours, texts)}
</td>`,
)}
</td>`,
)}
</body>
</html>
`;
}

/** Renders the preheader, which mail programs show in the list of mails and which the mail itself hides. */
const hiddenPreheader = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(text)}</div>\n`;

function footer(
  { sellsAlcohol, unsubscription }: Pick<OutgoingMail, 'sellsAlcohol' | 'unsubscription'>,
  { name, address, phone, email, company, timeZone }: MailBranding,
  colours: MailColours,
  texts: Texts<MailTextKey>,
): string {
  const anchor = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" style="color:${colours.footInk}">${escapeHtml(text)}</a>`;
  const contact = [
    `<strong>${escapeHtml(name)}</strong>`,
    address && renderMultilineText(address),
    ...listPhoneLinks(phone, timeZone).map(({ text, href }) => anchor(href, text)),
    email && anchor(`mailto:${email}`, email),
  ].filter(Boolean);
  const notices = sellsAlcohol ? [texts.t('frame.health-warning'), texts.t('frame.minors')] : [];
  return [
    `<p style="margin:0">${contact.join('<br>')}</p>`,
    ...(company ? [`<p style="margin:16px 0 0">${escapeHtml(company)}</p>`] : []),
    ...(notices.length > 0 ? [`<p style="margin:16px 0 0">${notices.map(escapeHtml).join('<br>')}</p>`] : []),
    ...(unsubscription
      ? [
          `<p style="margin:16px 0 0">${escapeHtml(unsubscription.reason)} ${anchor(unsubscription.url, unsubscription.label)}</p>`,
        ]
      : []),
  ].join('\n');
}

import sanitizeHtml from 'sanitize-html';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type MailBranding, readMailBranding } from '#server/api/site/site.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { getLocale } from '#shared/languages.ts';
import { listPhoneLinks } from '#shared/phone.ts';
import { ensureContrast, mixColours, selectTextColour } from '#shared/site/colours.ts';
import type { Texts } from '#shared/texts.ts';
import { formatMailSender, requireValidMailAddress, sanitiseMailHeaderText } from './mail-address.ts';
import {
  createMailTexts,
  type MailBlock,
  type MailContent,
  type MailPictureBlock,
  type MailProduct,
  type MailTextKey,
} from './mail-content.ts';
import { allowedTags, renderPlainTextOfMail } from './render-plain-text-of-mail.ts';

/** Renders formatted text for a mail: sanitised, with inline styles, because mail programs ignore style sheets. */
function renderMailRichText(html: string, colours: MailColours): string {
  const heading = `margin:24px 0 10px;font-family:${serifFont};font-weight:normal;line-height:1.3;color:${colours.ink}`;
  const styles: Readonly<Record<string, string>> = {
    p: 'margin:0 0 18px',
    h2: `${heading};font-size:21px`,
    h3: `${heading};font-size:18px`,
    h4: `${heading};font-size:16px`,
    ul: 'margin:0 0 18px;padding:0 0 0 22px',
    ol: 'margin:0 0 18px;padding:0 0 0 22px',
    blockquote: `margin:0 0 18px;padding:0 0 0 14px;border-left:3px solid ${colours.line};color:${colours.mutedInk}`,
    a: `color:${colours.ink};text-decoration:underline`,
  };
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'], '*': ['style'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h2',
      // The author's styles are replaced by those of the mail.
      '*': (tagName, { href }) => ({
        tagName,
        attribs: { ...(href && { href }), ...(styles[tagName] && { style: styles[tagName] }) },
      }),
    },
  });
}

const serifFont = "Georgia,'Times New Roman',serif";
const sansFont = "'Helvetica Neue',Helvetica,Arial,sans-serif";

export interface MailColours {
  paper: string;
  card: string;
  foot: string;
  footInk: string;
  ink: string;
  mutedInk: string;
  title: string;
  accent: string;
  line: string;
  button: string;
  buttonInk: string;
}

/**
 * Derives the colours of a mail from the estate's theme, and adjusts text colours until their contrast is sufficient.
 */
function deriveMailColours({ paper, card, foot, ink, primary, accent }: MailBranding['colours']): MailColours {
  return {
    paper,
    card,
    foot,
    footInk: ensureContrast(foot, ink),
    ink: ensureContrast(card, ink),
    mutedInk: ensureContrast(card, mixColours(ink, card, 0.3)),
    title: ensureContrast(paper, primary),
    accent,
    line: mixColours(card, ink, 0.15),
    button: primary,
    buttonInk: selectTextColour(primary),
  };
}

/** Renders a table for layout, which screen readers do not announce as a table. */
const renderLayoutTable = (style: string, ...cells: string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;width:100%;${style}">
${cells.map((cell) => `<tr>${cell}</tr>`).join('\n')}
</table>`;

/** Escapes a text for HTML and converts its line breaks to `<br>`. */
const renderMultilineText = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/**
 * Returns the URL unchanged.
 * @throws Error if the scheme of the URL is not allowed in mails.
 */
function requireAllowedUrlScheme(href: string): string {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href)) throw new Error('links in mails must be http, https, mailto or tel');
  return href;
}

export interface RenderedMail {
  recipient: string;
  sender: string;
  subject: string;
  html: string;
  text: string;
}

/** @throws Error if an email address is invalid. */
export const renderMail = async (tx: SiteTx, mail: MailContent): Promise<RenderedMail> =>
  renderBrandedMail(mail, await readMailBranding(tx, mail.lang));

/**
 * Renders a link as a button. The colour is set on a table cell, because some mail programs ignore the background
 * colour of a link.
 */
function renderButton({ label, href }: { label: string; href: string }, colours: MailColours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:8px 0 14px"><tr>
<td style="background:${colours.button};border-radius:4px"><a href="${escapeHtml(requireAllowedUrlScheme(href))}" style="display:inline-block;padding:13px 26px;font-size:16px;line-height:1.3;color:${colours.buttonInk};text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></td>
</tr></table>`;
}

/**
 * Renders a picture. Its alternative text has the colour of the mail's text, because many mail programs show no
 * pictures at first.
 */
function renderPicture({ src, alt, width, href }: MailPictureBlock, colours: MailColours): string {
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 auto;border:0;color:${colours.ink};font-size:14px">`;
  const content = href === null ? image : `<a href="${escapeHtml(requireAllowedUrlScheme(href))}">${image}</a>`;
  return `<div style="margin:0 0 22px">${content}</div>`;
}

const renderProductCards = ({ products }: MailBlock & { kind: 'products' }, colours: MailColours): string =>
  products.length === 0
    ? ''
    : renderLayoutTable('margin:0 0 22px', ...products.map((product) => productRow(product, colours)));

const pictureWidth = 110;

function productRow({ name, details, price, priceDetails, href, image }: MailProduct, colours: MailColours): string {
  const url = escapeHtml(requireAllowedUrlScheme(href));
  const border = `border-bottom:1px solid ${colours.line}`;
  const picture = image
    ? `<a href="${url}"><img src="${escapeHtml(image.src)}" alt="${escapeHtml(image.alt)}" width="${pictureWidth}" style="display:block;width:${pictureWidth}px;height:auto;border:0;color:${colours.ink};font-size:12px"></a>`
    : '';
  return `<td width="${pictureWidth + 18}" style="padding:14px 18px 14px 0;vertical-align:top;${border}">${picture}</td>
<td style="padding:14px 0;vertical-align:top;${border}"><a href="${url}" style="font-family:${serifFont};font-size:19px;line-height:1.3;color:${colours.ink};text-decoration:none">${escapeHtml(name)}</a>${
    details ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(details)}</span>` : ''
  }${price ? `<br><strong>${escapeHtml(price)}</strong>` : ''}${
    priceDetails
      ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(priceDetails)}</span>`
      : ''
  }</td>`;
}

export function renderHtmlBlock(block: MailBlock, colours: MailColours, texts: Texts<MailTextKey>): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 18px">${renderMultilineText(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:26px 0 14px;font-family:${serifFont};font-size:21px;line-height:1.3;font-weight:normal;color:${colours.ink}">${renderMultilineText(block.text)}</h2>`;
    case 'note':
      return `<p style="margin:0 0 18px;padding:0 0 0 14px;border-left:3px solid ${colours.line};font-size:14px;color:${colours.mutedInk}">${renderMultilineText(block.text)}</p>`;
    case 'link':
      return link(block, colours, texts);
    case 'facts':
      return renderLayoutTable('margin:0 0 22px', ...block.rows.map(([label, value]) => fact(label, value, colours)));
    case 'lines':
      return orderLines(block, colours);
    case 'richText':
      return renderMailRichText(block.html, colours);
    case 'picture':
      return renderPicture(block, colours);
    case 'products':
      return renderProductCards(block, colours);
    case 'button':
      return renderButton(block, colours);
    case 'divider':
      return `<hr style="margin:26px 0;border:0;border-top:1px solid ${colours.line}">`;
  }
}

function link({ label, href }: MailBlock & { kind: 'link' }, colours: MailColours, texts: Texts<MailTextKey>): string {
  const address = escapeHtml(requireAllowedUrlScheme(href));
  return `${renderButton({ label, href }, colours)}
<p style="margin:0 0 22px;font-size:13px;color:${colours.mutedInk}">${escapeHtml(texts.t('frame.link'))}<br><span style="word-break:break-all;overflow-wrap:anywhere">${address}</span></p>`;
}

const fact = (label: string, value: string, colours: MailColours): string =>
  `<td style="padding:9px 0;border-bottom:1px solid ${colours.line};vertical-align:top"><span style="display:block;font-size:13px;color:${colours.mutedInk}">${escapeHtml(label)}</span>${renderMultilineText(value)}</td>`;

function orderLines({ lines, sums, included = [] }: MailBlock & { kind: 'lines' }, colours: MailColours): string {
  const amount = (text: string, style: string, space = 11) =>
    `<td align="right" style="padding:${space}px 0 ${space}px 16px;vertical-align:top;white-space:nowrap;${style}">${escapeHtml(text)}</td>`;
  const border = `border-bottom:1px solid ${colours.line}`;
  const rows = lines.map(
    (line) =>
      `<td style="padding:11px 0;${border};vertical-align:top">${escapeHtml(line.name)}${
        line.details
          ? `<br><span style="font-size:14px;color:${colours.mutedInk}">${renderMultilineText(line.details)}</span>`
          : ''
      }</td>${amount(line.amount, border)}`,
  );
  const totals = [...sums, ...included].map(([label, value], index) => {
    const isTotal = index === sums.length - 1;
    const style = isTotal ? `border-top:2px solid ${colours.ink};font-weight:bold` : '';
    const space = isTotal ? 11 : 6;
    return `<td style="padding:${space}px 0;vertical-align:top;${style}">${escapeHtml(label)}</td>${amount(value, style, space)}`;
  });
  return renderLayoutTable('margin:0 0 24px', ...rows, ...totals);
}

/**
 * Renders the HTML part of a mail, with tables and inline styles, because mail programs support little else. Only
 * newsletters contain images, because mail programs block them. The URL of an image is the same for every recipient,
 * so that it does not show who opens the mail.
 */
export function renderHtmlOfMail(
  mail: Pick<MailContent, 'subject' | 'preheader' | 'blocks' | 'sellsAlcohol' | 'unsubscription'>,
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
  { sellsAlcohol, unsubscription }: Pick<MailContent, 'sellsAlcohol' | 'unsubscription'>,
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

/** @throws Error if an email address is invalid. */
export const renderBrandedMail = (mail: MailContent, branding: MailBranding): RenderedMail => ({
  ...addressMail(mail, branding),
  ...renderMailBody(mail, branding),
});

/** @throws Error if an email address is invalid. */
export function addressMail(
  mail: MailContent,
  branding: MailBranding,
): Pick<RenderedMail, 'recipient' | 'sender' | 'subject'> {
  const estateAddress = branding.email || defaultAddress(branding.origin);
  return {
    recipient: requireValidMailAddress(mail.to === 'estate' ? estateAddress : mail.to),
    sender: formatMailSender({ name: branding.name, address: estateAddress }),
    subject: sanitiseMailHeaderText(mail.subject),
  };
}

/** Renders the parts of a mail that take the most time. */
export function renderMailBody(mail: MailContent, branding: MailBranding): Pick<RenderedMail, 'html' | 'text'> {
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const subject = sanitiseMailHeaderText(mail.subject);
  // Links in mails to the estate use the site's canonical origin, whichever host the visitor was on.
  const mailBranding = {
    ...branding,
    origin: mail.to === 'estate' ? branding.origin : (mail.origin ?? branding.origin),
  };
  return {
    html: renderHtmlOfMail({ ...mail, subject }, mailBranding, texts),
    text: renderPlainTextOfMail(mail, mailBranding, texts),
  };
}

/** Returns the sender's address for an estate that has not set COMPANY_EMAIL. */
const defaultAddress = (origin: string): string => `contact@${new URL(origin).hostname}`;

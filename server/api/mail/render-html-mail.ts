import type { MailBranding } from '#server/api/site/site.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { getLocale } from '#shared/languages.ts';
import { ensureContrast, mixColours, selectTextColour } from '#shared/site/colours.ts';
import type { Texts } from '#shared/texts.ts';
import type { MailTextKey } from './mail-texts.ts';
import type { MailBlock, OutgoingMail } from './outgoing-mail.ts';

/**
 * Renders the HTML part of a mail, with tables and inline styles, because mail programs support little else. It
 * contains no images: mail programs block them, and they could track who opens the mail.
 */
export function renderHtmlMail(
  mail: Pick<OutgoingMail, 'subject' | 'blocks' | 'sellsAlcohol'>,
  branding: MailBranding,
  texts: Texts<MailTextKey>,
): string {
  const look = mailColours(branding.colours);
  const lang = getLocale(texts.lang);
  const { name, origin } = branding;
  const body = mail.blocks.map((block) => htmlBlock(block, look, texts)).join('\n');
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(mail.subject)}</title>
</head>
<body lang="${lang}" style="margin:0;padding:0;background:${look.paper};color:${look.ink};-webkit-text-size-adjust:100%">
${table(
  `background:${look.paper}`,
  `<td align="center" style="padding:32px 12px">
${table(
  'max-width:600px',
  `<td align="center" style="padding:8px 12px 28px;font-family:${serif};font-size:27px;line-height:1.25;letter-spacing:0.02em;color:${look.title}">
<a href="${escapeHtml(origin)}" style="color:${look.title};text-decoration:none">${escapeHtml(name)}</a>
</td>`,
  `<td style="background:${look.card};border-top:3px solid ${look.accent};padding:36px 28px 28px;font-family:${sans};font-size:16px;line-height:1.6;color:${look.ink}">
${body}
</td>`,
  `<td style="background:${look.foot};padding:24px 28px;font-family:${sans};font-size:13px;line-height:1.6;color:${look.footInk}">
${footer(mail, branding, look, texts)}
</td>`,
)}
</td>`,
)}
</body>
</html>
`;
}

const serif = "Georgia,'Times New Roman',serif";
const sans = "'Helvetica Neue',Helvetica,Arial,sans-serif";

interface Look {
  paper: string;
  card: string;
  foot: string;
  footInk: string;
  ink: string;
  quiet: string;
  title: string;
  accent: string;
  line: string;
  button: string;
  buttonInk: string;
}

/**
 * Derives the colours of a mail from the estate's theme, and adjusts text colours until their contrast is sufficient.
 */
function mailColours({ paper, card, foot, ink, primary, accent }: MailBranding['colours']): Look {
  return {
    paper,
    card,
    foot,
    footInk: ensureContrast(foot, ink),
    ink: ensureContrast(card, ink),
    quiet: ensureContrast(card, mixColours(ink, card, 0.3)),
    title: ensureContrast(paper, primary),
    accent,
    line: mixColours(card, ink, 0.15),
    button: primary,
    buttonInk: selectTextColour(primary),
  };
}

/** Renders a table for layout, which screen readers do not announce as a table. */
const table = (style: string, ...cells: string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;width:100%;${style}">
${cells.map((cell) => `<tr>${cell}</tr>`).join('\n')}
</table>`;

function htmlBlock(block: MailBlock, look: Look, texts: Texts<MailTextKey>): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 18px">${multiline(block.text)}</p>`;
    case 'heading':
      return `<h2 style="margin:26px 0 14px;font-family:${serif};font-size:21px;line-height:1.3;font-weight:normal;color:${look.ink}">${multiline(block.text)}</h2>`;
    case 'note':
      return `<p style="margin:0 0 18px;padding:0 0 0 14px;border-left:3px solid ${look.line};font-size:14px;color:${look.quiet}">${multiline(block.text)}</p>`;
    case 'link':
      return link(block, look, texts);
    case 'facts':
      return table('margin:0 0 22px', ...block.rows.map(([label, value]) => fact(label, value, look)));
    case 'lines':
      return orderLines(block, look);
  }
}

function link({ label, href }: MailBlock & { kind: 'link' }, look: Look, texts: Texts<MailTextKey>): string {
  const address = escapeHtml(safeHref(href));
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:8px 0 14px"><tr>
<td style="background:${look.button};border-radius:4px"><a href="${address}" style="display:inline-block;padding:13px 26px;font-size:16px;line-height:1.3;color:${look.buttonInk};text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></td>
</tr></table>
<p style="margin:0 0 22px;font-size:13px;color:${look.quiet}">${escapeHtml(texts.t('frame.link'))}<br><span style="word-break:break-all;overflow-wrap:anywhere">${address}</span></p>`;
}

function safeHref(href: string): string {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href)) throw new Error('links in mails must be http, https, mailto or tel');
  return href;
}

const fact = (label: string, value: string, look: Look): string =>
  `<td style="padding:9px 0;border-bottom:1px solid ${look.line};vertical-align:top"><span style="display:block;font-size:13px;color:${look.quiet}">${escapeHtml(label)}</span>${multiline(value)}</td>`;

function orderLines({ lines, sums, included = [] }: MailBlock & { kind: 'lines' }, look: Look): string {
  const amount = (text: string, style: string, space = 11) =>
    `<td align="right" style="padding:${space}px 0 ${space}px 16px;vertical-align:top;white-space:nowrap;${style}">${escapeHtml(text)}</td>`;
  const border = `border-bottom:1px solid ${look.line}`;
  const rows = lines.map(
    (line) =>
      `<td style="padding:11px 0;${border};vertical-align:top">${escapeHtml(line.name)}${
        line.details ? `<br><span style="font-size:14px;color:${look.quiet}">${multiline(line.details)}</span>` : ''
      }</td>${amount(line.amount, border)}`,
  );
  const totals = [...sums, ...included].map(([label, value], index) => {
    const isTotal = index === sums.length - 1;
    const style = isTotal ? `border-top:2px solid ${look.ink};font-weight:bold` : '';
    const space = isTotal ? 11 : 6;
    return `<td style="padding:${space}px 0;vertical-align:top;${style}">${escapeHtml(label)}</td>${amount(value, style, space)}`;
  });
  return table('margin:0 0 24px', ...rows, ...totals);
}

function footer(
  { sellsAlcohol }: Pick<OutgoingMail, 'sellsAlcohol'>,
  { name, address, phone, email }: MailBranding,
  look: Look,
  texts: Texts<MailTextKey>,
): string {
  const anchor = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" style="color:${look.footInk}">${escapeHtml(text)}</a>`;
  const contact = [
    `<strong>${escapeHtml(name)}</strong>`,
    address && multiline(address),
    phone && anchor(`tel:${phone.replace(/[^+\d]/g, '')}`, phone),
    email && anchor(`mailto:${email}`, email),
  ].filter(Boolean);
  const notices = sellsAlcohol ? [texts.t('frame.health-warning'), texts.t('frame.minors')] : [];
  return [
    `<p style="margin:0">${contact.join('<br>')}</p>`,
    ...(notices.length > 0 ? [`<p style="margin:16px 0 0">${notices.map(escapeHtml).join('<br>')}</p>`] : []),
  ].join('\n');
}

const multiline = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

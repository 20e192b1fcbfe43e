import sanitizeHtml from 'sanitize-html';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type MailBranding, readMailBranding } from '#server/api/site/site.ts';
import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';
import type { Texts } from '#shared/texts.ts';
import { sanitiseMailHeaderText } from './mail-address.ts';
import { createMailTexts, type MailBlock, type MailContent, type MailTextKey } from './mail-content.ts';

/** The elements of formatted text that mails keep. */
export const allowedTags = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'b',
  'em',
  'i',
  's',
  'u',
  'a',
];

/** Converts formatted text to plain text, with the URLs of links in brackets. */
function toPlainMailText(html: string): string {
  const sanitised = sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  });
  const text = sanitised
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"<]*)">([^<]*(?:<(?!\/?a\b)[^<]*)*)<\/a>/g, (_, href: string, label: string) =>
      label === href ? href : `${label} (${href})`,
    )
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<li>/g, '- ')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/(p|h2|h3|h4|ul|ol|blockquote)>/g, '\n\n')
    .replace(/<[^<>]*>/g, '');
  return decodeBasicHtmlEntities(text)
    .replace(/(?:(?<! ) +)?\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The conventional line length of plain-text mails, in characters. */
const width = 72;

export function renderPlainTextOfMail(
  mail: Pick<MailContent, 'blocks' | 'sellsAlcohol' | 'unsubscription'>,
  branding: MailBranding,
  texts: Texts<MailTextKey>,
): string {
  const { name, address, phone, email, origin, company } = branding;
  const contact = [name, address, phone && texts.t('frame.telephone', { phone }), email, origin, company].filter(
    Boolean,
  );
  const notices = mail.sellsAlcohol ? [texts.t('frame.health-warning'), texts.t('frame.minors')] : [];
  const parts = [
    ...mail.blocks.map((block) => plainBlock(block, texts)).filter((block) => block !== ''),
    `-- \n${contact.map((line) => insertLineBreaksIntoText(line)).join('\n')}`,
    ...(notices.length > 0 ? [notices.map((line) => insertLineBreaksIntoText(line)).join('\n')] : []),
    ...(mail.unsubscription
      ? [
          `${insertLineBreaksIntoText(mail.unsubscription.reason)}\n${mail.unsubscription.label}\n${mail.unsubscription.url}`,
        ]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function plainBlock(block: MailBlock, texts: Texts<MailTextKey>): string {
  switch (block.kind) {
    case 'text':
      return insertLineBreaksIntoText(block.text);
    case 'note':
      return insertLineBreaksIntoText(block.text);
    case 'heading':
      return underline(insertLineBreaksIntoText(block.text));
    case 'richText':
      return insertLineBreaksIntoText(toPlainMailText(block.html));
    case 'picture':
      return block.href === null ? block.alt : [block.alt, block.href].filter(Boolean).join('\n');
    case 'products':
      return block.products
        .map(({ name, details, price, priceDetails, href }) =>
          [insertLineBreaksIntoText([name, details, price, priceDetails].filter(Boolean).join(' – ')), href].join('\n'),
        )
        .join('\n\n');
    case 'divider':
      return '-'.repeat(width);
    case 'button':
    case 'link':
      // URLs are not wrapped, because a URL that is broken over two lines would not open.
      return `${insertLineBreaksIntoText(block.label)}\n${block.href}`;
    case 'facts':
      return block.rows
        .map(([label, value]) => fact(texts.t('frame.fact', { label: label.replace(/(?<![\s:])[\s:]+$/, '') }), value))
        .join('\n');
    case 'lines': {
      const lines = block.lines.map(({ name, details, amount }) =>
        [...alignRight(name, amount), ...(details ? [insertLineBreaksIntoText(details, '  ')] : [])].join('\n'),
      );
      const sums = [...block.sums, ...(block.included ?? [])].flatMap(([label, amount]) => alignRight(label, amount));
      return [...lines, '-'.repeat(width), ...sums].join('\n');
    }
  }
}

const underline = (text: string): string => {
  const maxLength = Math.max(...text.split('\n').map((line) => line.length));
  return `${text}\n${'='.repeat(maxLength)}`;
};

function fact(label: string, value: string): string {
  const oneLine = `${label} ${value}`;
  return value.includes('\n') || oneLine.length > width
    ? `${label}\n${insertLineBreaksIntoText(value, '  ')}`
    : oneLine;
}

/** Right-aligns `right` on the last line of the wrapped text `left`. */
function alignRight(left: string, right: string): string[] {
  const lines = insertLineBreaksIntoText(left, '', width - right.length - 2).split('\n');
  const last = lines.pop() ?? '';
  return [...lines, last + ' '.repeat(Math.max(2, width - last.length - right.length)) + right];
}

/** Wraps text at spaces, but not at non-breaking spaces. Words that are longer than a line stay whole. */
export function insertLineBreaksIntoText(text: string, indent = '', maxWidth: number = width): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines: string[] = [];
      let line = indent;
      for (const word of paragraph.split(/[ \t]+/).filter(Boolean)) {
        if (line.length > indent.length && line.length + 1 + word.length > maxWidth) {
          lines.push(line);
          line = indent;
        }
        line += line.length > indent.length ? ` ${word}` : word;
      }
      return [...lines, line.trimEnd()].join('\n');
    })
    .join('\n');
}

export interface MailPreview {
  to: string;
  subject: string;
  text: string;
}

/** Renders the plain-text part of a mail, with the estate's contact data, without queueing it. */
export async function previewMail(tx: SiteTx, mail: MailContent): Promise<MailPreview> {
  const branding = await readMailBranding(tx, mail.lang);
  const texts = createMailTexts(mail.lang, branding.timeZone);
  const mailBranding = { ...branding, origin: mail.origin ?? branding.origin };
  return {
    to: mail.to,
    subject: sanitiseMailHeaderText(mail.subject),
    text: renderPlainTextOfMail(mail, mailBranding, texts),
  };
}

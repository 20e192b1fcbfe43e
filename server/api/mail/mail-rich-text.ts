import sanitizeHtml from 'sanitize-html';
import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';
import { type MailColours, serifFont } from './mail-colours.ts';

const allowedTags = [
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

/** Renders formatted text for a mail: sanitised, with inline styles, because mail programs ignore style sheets. */
export function renderMailRichText(html: string, colours: MailColours): string {
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

/** Converts formatted text to plain text, with the URLs of links in brackets. */
export function toPlainMailText(html: string): string {
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

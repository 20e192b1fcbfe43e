import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { FindTextImageAttributes } from '#server/api/media/text-images.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const blocks = ['p', 'br', 'hr', ...lists, 'blockquote', 'pre', 'code', 'figure', 'figcaption'];
const formatting = ['a', 'strong', 'b', 'em', 'i', 's', 'u', 'small', 'sub', 'sup'];
const inline = [...formatting, 'abbr', 'cite', 'q', 'mark', 'time', 'address'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const containers = ['img', 'div', 'span', 'details', 'summary'];

/**
 * Sanitises HTML from staff: keeps text, headings, lists, tables, links and the site's own pictures; removes scripts,
 * styles, forms, frames and event handlers. `h1` becomes `h2`, because a page's only `h1` is its title.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...headings, ...blocks, ...inline, ...tables, ...containers],
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'hreflang'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'srcset', 'sizes'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
      abbr: ['title'],
      time: ['datetime'],
      '*': ['id', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // Pictures on other servers are removed, because loading them would reveal the visitors' IP addresses to those
    // servers.
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    transformTags: { h1: 'h2' },
  }).trim();
}

export const renderLocalizedRichText = (
  text: LocalizedMarkdownOrHtml,
  findPicture: FindTextImageAttributes,
): Localized =>
  'markdown' in text
    ? mapLocalized(text.markdown, (markdown) => renderMarkdown(markdown, findPicture))
    : mapLocalized(text.html, sanitiseHtml);

/**
 * Maximum number of `*` and `_` in a paragraph whose emphasis is rendered. The parser searches the rest of the paragraph
 * for each of them, so the time of more would grow with the square of their number.
 */
const maxEmphasisMarks = 1_000;

/** Escapes the marks of emphasis in paragraphs that have too many of them. */
const limitEmphasis = (markdown: string): string =>
  markdown
    .split('\n\n')
    .map((paragraph) =>
      paragraph.split(/[*_]/, maxEmphasisMarks + 2).length > maxEmphasisMarks + 1
        ? paragraph.replace(/[*_]/g, '\\$&')
        : paragraph,
    )
    .join('\n\n');

/** Quotations within this many quotations are not nested any further, because each level is parsed again. */
const deepQuotation = /^((?:> ?){30})[> ]+/gm;

/** Renders Markdown to sanitised HTML. A picture that is not found is replaced by its alternative text. */
export function renderMarkdown(markdown: string, findPicture: FindTextImageAttributes): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      image({ href, text, title }) {
        const found = findPicture(href);
        if (!found) return escapeHtml(text);
        const { src, srcset, width, height } = found;
        const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
        const img = `<img src="${escapeHtml(src)}" srcset="${escapeHtml(srcset)}" sizes="(min-width: 60rem) 45rem, 92vw" width="${width}" height="${height}" alt="${escapeHtml(text)}" loading="lazy">`;
        return caption ? `<figure>${img}${caption}</figure>` : img;
      },
    },
  });
  return sanitiseHtml(parseMarkdown(marked, limitEmphasis(markdown.replace(deepQuotation, '$1'))));
}

/** Parses Markdown. A text with thousands of nested quotations or lists, which the parser cannot read, stays as it is. */
function parseMarkdown(marked: Marked, markdown: string): string {
  try {
    return marked.parse(markdown, { async: false });
  } catch (error) {
    if (error instanceof RangeError) return `<p>${escapeHtml(markdown)}</p>`;
    throw error;
  }
}

import { Marked } from 'marked';
import type { FindTextImageAttributes } from '#server/api/media/text-images.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { sanitiseHtml } from './sanitise-html.ts';

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

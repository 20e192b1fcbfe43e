import { Marked } from 'marked';
import type { FindTextImageAttributes } from '#server/api/media/text-image-attributes.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { sanitiseHtml } from './sanitise-html.ts';

/** Renders a text to sanitised HTML in each of its languages. */
export const renderLocalizedRichText = (
  text: LocalizedMarkdownOrHtml,
  findPicture: FindTextImageAttributes,
): Localized =>
  'markdown' in text
    ? mapLocalized(text.markdown, (markdown) => renderMarkdown(markdown, findPicture))
    : mapLocalized(text.html, sanitiseHtml);

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
  return sanitiseHtml(marked.parse(markdown, { async: false }));
}

import { Marked } from 'marked';
import type { z } from 'zod';
import { sanitiseHtml } from '#server/api/site/sanitise-html.ts';
import type { Localized } from '#shared/localized.ts';
import type { Markdown } from './content-paths.ts';

/** A picture of the media folder, as HTML in a text shows it. */
export interface TextPicture {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

export type PictureOf = (mediaPath: string) => TextPicture | null;

export interface Rendering {
  /** Path below content/ → Markdown. */
  texts: ReadonlyMap<string, string>;
  picture: PictureOf;
}

/** Markdown to HTML that may stand in a page. Pictures are named by their path below media/. */
export function renderMarkdown(markdown: string, picture: PictureOf): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      image({ href, text, title }) {
        const found = picture(href);
        if (!found) return escaped(text);
        const { src, srcset, width, height } = found;
        const caption = title ? `<figcaption>${escaped(title)}</figcaption>` : '';
        const img = `<img src="${escaped(src)}" srcset="${escaped(srcset)}" sizes="(min-width: 60rem) 45rem, 92vw" width="${width}" height="${height}" alt="${escaped(text)}" loading="lazy">`;
        return caption ? `<figure>${img}${caption}</figure>` : img;
      },
    },
  });
  return sanitiseHtml(marked.parse(markdown, { async: false }));
}

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Each language's text through `change`. */
export function eachLanguage(text: Localized, change: (text: string) => string): Localized {
  if (typeof text === 'string') return change(text);
  return Object.fromEntries(Object.entries(text).map(([lang, one]) => [lang, change(one)]));
}

/** The HTML of a Markdown file, or of one for each language. */
export function renderFile(markdown: z.infer<typeof Markdown>, { texts, picture }: Rendering): Localized {
  return eachLanguage(markdown, (path) => renderMarkdown(texts.get(path) ?? '', picture));
}

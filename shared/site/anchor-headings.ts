import { decodeBasicHtmlEntities } from '#shared/decode-basic-html-entities.ts';

export interface AnchoredHeading {
  id: string;
  /** The heading in plain text. */
  text: string;
}

const toPlainText = (html: string) => decodeBasicHtmlEntities(html.replace(/<[^<>]*>/g, '')).trim();

const slugOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'section';

/**
 * Adds a unique `id`, derived from the heading's text, to each second-level heading of sanitised HTML, so that a table
 * of contents can link to it.
 */
export function anchorHeadings(html: string): { html: string; headings: AnchoredHeading[] } {
  const headings: AnchoredHeading[] = [];
  const ids = new Set<string>();
  const anchored = html.replace(/<h2(?:\s[^<>]*)?>([^<]*(?:<(?!\/?h2\b)[^<]*)*)<\/h2>/g, (_, inner: string) => {
    const text = toPlainText(inner);
    const slug = slugOf(text);
    let id = slug;
    for (let count = 2; ids.has(id); count++) id = `${slug}-${count}`;
    ids.add(id);
    headings.push({ id, text });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return { html: anchored, headings };
}

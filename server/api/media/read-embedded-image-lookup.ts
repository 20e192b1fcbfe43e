import { inArray, or } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { maxId } from '#shared/limits.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { images } from './media-tables.ts';
import {
  type FindTextImageAttributes,
  findImagePathsInMarkdown,
  toTextImageAttributes,
} from './text-image-attributes.ts';

const listTranslations = (text: Localized): string[] => (typeof text === 'string' ? [text] : Object.values(text));

const findImageIdsInHtml = (html: string): number[] =>
  [...html.matchAll(/\/(?:image|file)\/(\d{1,10})\b/g)].map(([, id]) => Number(id)).filter((id) => id <= maxId);

/**
 * Reads the stored images that Markdown texts name by their path. The images of Markdown and HTML texts cannot be
 * deleted until the transaction ends.
 */
export async function readEmbeddedImageLookup(
  tx: SiteTx,
  ...texts: readonly LocalizedMarkdownOrHtml[]
): Promise<FindTextImageAttributes> {
  const markdown = texts.flatMap((text) => ('markdown' in text ? listTranslations(text.markdown) : []));
  const html = texts.flatMap((text) => ('html' in text ? listTranslations(text.html) : []));
  const paths = [...new Set(markdown.flatMap(findImagePathsInMarkdown))];
  const ids = [...new Set(html.flatMap(findImageIdsInHtml))];
  if (paths.length === 0 && ids.length === 0) return () => null;
  const rows = await tx
    .select()
    .from(images)
    .where(or(inArray(images.path, paths), inArray(images.id, ids)))
    .for('key share');
  const textImages = new Map(rows.map((row) => [row.path, toTextImageAttributes(row)]));
  return (path) => textImages.get(path) ?? null;
}

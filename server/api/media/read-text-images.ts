import { inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RichText } from '#shared/rich-text.ts';
import { images } from './media-tables.ts';
import { type FindTextImage, imagePathsInMarkdown, toTextImage } from './text-picture.ts';

/** Reads the stored pictures that a text shows. */
export async function readTextImages(tx: SiteTx, text: RichText): Promise<FindTextImage> {
  if (!('markdown' in text)) return () => null;
  const markdown = typeof text.markdown === 'string' ? [text.markdown] : Object.values(text.markdown);
  const paths = [...new Set(markdown.flatMap(imagePathsInMarkdown))];
  const rows = paths.length === 0 ? [] : await tx.select().from(images).where(inArray(images.path, paths));
  const pictures = new Map(rows.map((row) => [row.path, toTextImage(row)]));
  return (path) => pictures.get(path) ?? null;
}

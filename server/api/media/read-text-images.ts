import { inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RichText } from '#shared/rich-text.ts';
import { images } from './media-tables.ts';
import { type FindEmbeddedImage, findImagePathsInMarkdown, toEmbeddedImage } from './text-image.ts';

/** Reads the stored images that Markdown or HTML texts refer to. */
export async function readEmbeddedImages(tx: SiteTx, ...texts: readonly RichText[]): Promise<FindEmbeddedImage> {
  const markdown = texts.flatMap((text) => {
    if (!('markdown' in text)) return [];
    return typeof text.markdown === 'string' ? [text.markdown] : Object.values(text.markdown);
  });
  const paths = [...new Set(markdown.flatMap(findImagePathsInMarkdown))];
  const rows = paths.length === 0 ? [] : await tx.select().from(images).where(inArray(images.path, paths));
  const textImages = new Map(rows.map((row) => [row.path, toEmbeddedImage(row)]));
  return (path) => textImages.get(path) ?? null;
}

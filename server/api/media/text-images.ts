import { inArray, or } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { maxId } from '#shared/limits.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { buildImageUrl, type ImageWidth, imageWidths } from '#shared/media/image.ts';
import { getMediaFileName, mediaPathPattern } from '#shared/media/media-path.ts';
import { toUrlVersion } from './media.ts';
import { images } from './media-tables.ts';

interface TextImageAttributes {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

export type FindTextImageAttributes = (mediaPath: string) => TextImageAttributes | null;

interface ImageSource {
  id: number;
  path: string;
  hash: string;
  type: string;
  width: number;
  height: number;
}

const textImageWidths: readonly ImageWidth[] = imageWidths.filter((width) => width >= 320 && width <= 1440);

/** Creates the attributes of an image. SVGs are used unchanged; other images in several widths from the image route. */
export function toTextImageAttributes({ id, path, hash, type, width, height }: ImageSource): TextImageAttributes {
  const version = toUrlVersion(hash);
  if (type === 'image/svg+xml')
    return { src: `/file/${id}/${getMediaFileName(path)}?v=${version}`, srcset: '', width, height };
  const url = `/image/${id}?v=${version}`;
  const srcset = textImageWidths.map((step) => `${buildImageUrl(url, step)} ${step}w`).join(', ');
  return { src: buildImageUrl(url, 960), srcset, width, height };
}

export const findImagePathsInMarkdown = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]!]*(?:!(?!\[)[^\]!]*)*\]\(\s*<?([^)\s>]+)/g)].flatMap(([, path = '']) =>
    mediaPathPattern.test(path) ? [path] : [],
  );

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

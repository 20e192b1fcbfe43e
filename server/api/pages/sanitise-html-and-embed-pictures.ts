import { runImageTask } from '#server/api/media/image-processes.ts';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { sanitiseHtml } from '#server/api/site/site.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import type { UploadedPreviewPicture } from './read-html-and-pictures-from-multipart.ts';

/** Size in pixels to which pictures are reduced, because the HTML of the preview contains their bytes. */
const previewSize = { width: 1_200, maxHeight: 4_000 };

/** Returns the URL path that stands for an uploaded picture while the HTML is sanitised. */
const placeholderOf = (index: number): string => `/admin/preview-picture/${index}`;

/**
 * Sanitises HTML and replaces the names of uploaded pictures in it by the pictures themselves. Pictures are decoded and
 * encoded anew, so that nothing but their pixels remains. Each reference to a picture embeds it again, so the size is
 * checked before the names are replaced.
 */
export async function sanitiseHtmlAndEmbedPictures(
  html: string,
  uploads: readonly UploadedPreviewPicture[],
  siteId: number,
): Promise<Outcome<string, 'unreadable_picture' | 'too_large'>> {
  const pictures: string[] = [];
  for (const { name, content } of uploads) {
    const picture = await encodePicture(name, content, siteId);
    if (picture === null) return refuse('unreadable_picture', { values: { name } });
    pictures.push(picture);
  }
  const named = uploads.reduce(
    (text, { name }, index) => text.replaceAll(`src="${name}"`, `src="${placeholderOf(index)}"`),
    html,
  );
  const sanitised = sanitiseHtml(named);
  if (measureEmbedded(sanitised, pictures) > pageEditLimits.previewBytes) return refuse('too_large');
  const embedded = pictures.reduceRight(
    (text, picture, index) => text.replaceAll(`src="${placeholderOf(index)}"`, `src="${picture}"`),
    sanitised,
  );
  return ok(embedded);
}

/** Returns an upper bound of the length of the HTML after each placeholder has been replaced by its picture. */
const measureEmbedded = (html: string, pictures: readonly string[]): number =>
  pictures.reduce(
    (length, picture, index) => length + (html.split(`src="${placeholderOf(index)}"`).length - 1) * picture.length,
    html.length,
  );

/**
 * Encodes a picture as a `data:` URL.
 * @returns Null if the content is not a picture of the type that its file name states.
 */
async function encodePicture(name: string, content: Buffer, siteId: number): Promise<string | null> {
  const media = await inspectMedia(name, content, siteId);
  if (typeof media === 'string' || media.kind !== 'image') return null;
  try {
    const source = { original: media.bytes, isSvg: media.type === 'image/svg+xml' };
    const conversion = { ...previewSize, format: 'webp' as const };
    const bytes = await runImageTask(siteId, 'convertImage', { ...source, conversion });
    return `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`;
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    // The header of the picture is valid, but its pixels cannot be decoded, or take too long.
    return null;
  }
}

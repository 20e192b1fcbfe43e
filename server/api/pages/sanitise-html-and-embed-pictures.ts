import { convertImage } from '#server/api/media/convert-image.ts';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { sanitiseHtml } from '#server/api/site/site.ts';
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
): Promise<Outcome<string, 'unreadable_picture' | 'too_large'>> {
  const pictures: string[] = [];
  for (const { name, content } of uploads) {
    const picture = await encodePicture(name, content);
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
async function encodePicture(name: string, content: Buffer): Promise<string | null> {
  const media = await inspectMedia(name, content);
  if (typeof media === 'string' || media.kind !== 'image') return null;
  try {
    const isSvg = media.type === 'image/svg+xml';
    const bytes = await convertImage(media.bytes, isSvg, { ...previewSize, format: 'webp' });
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  } catch {
    // The header of the picture is valid, but its pixels cannot be decoded.
    return null;
  }
}

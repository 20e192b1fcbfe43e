import { convertImage } from '#server/api/media/convert-image.ts';
import { inspectMedia } from '#server/api/media/inspect-media.ts';
import { sanitiseHtml } from '#server/api/site/site.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { PreviewUpload } from './read-preview-form.ts';

/** Width in pixels to which pictures of a preview are reduced, because the preview contains them. */
const previewWidth = 1_200;

/** URL paths that stand for the uploaded pictures while the HTML is sanitised. */
const placeholderOf = (index: number): string => `/admin/preview-picture/${index}`;

/**
 * Sanitises HTML and replaces the names of uploaded pictures in it by the pictures themselves. Pictures are decoded and
 * encoded anew, so that nothing but their pixels remains.
 */
export async function embedPreviewPictures(
  html: string,
  uploads: readonly PreviewUpload[],
): Promise<Outcome<string, 'unreadable_picture'>> {
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
  const embedded = pictures.reduceRight(
    (text, picture, index) => text.replaceAll(`src="${placeholderOf(index)}"`, `src="${picture}"`),
    sanitiseHtml(named),
  );
  return ok(embedded);
}

/** Encodes a picture as a `data:` URL. @returns Null if the content is no picture of the type that its name tells. */
async function encodePicture(name: string, content: Buffer): Promise<string | null> {
  const media = await inspectMedia(name, content);
  if (typeof media === 'string' || media.kind !== 'image') return null;
  try {
    const isSvg = media.type === 'image/svg+xml';
    const bytes = await convertImage(media.bytes, isSvg, { width: previewWidth, format: 'webp' });
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  } catch {
    // The header of the picture is intact, but its pixels cannot be decoded.
    return null;
  }
}

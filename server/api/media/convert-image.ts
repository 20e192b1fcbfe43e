import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#shared/media/image.ts';

export interface Conversion {
  /** Pixels; null: the original's own. */
  width: number | null;
  format: ImageFormat;
}

/** A picture of more pixels than this is no photograph of an estate but an attack on memory. */
const maxPixels = 100_000_000;

/** Density in dots per inch at which a drawing has one pixel for each of its units. */
const drawingDensity = 72;
const maxDensity = 2_400;

/**
 * Converts a picture: upright, never enlarged, without the camera's notes. A drawing has no pixels that could be
 * enlarged: it is drawn in the width that is asked for.
 * @throws where the bytes are no picture.
 */
export async function convertImage(
  original: Uint8Array,
  isDrawing: boolean,
  { width, format }: Conversion,
): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels, failOn: 'error' as const };
  let picture = sharp(original, options);
  if (isDrawing && width !== null) {
    const own = (await picture.metadata()).width || width;
    const density = Math.min(maxDensity, Math.max(1, (drawingDensity * width) / own));
    picture = sharp(original, { ...options, density });
  }
  picture = picture.autoOrient();
  if (width !== null) picture = picture.resize({ width, withoutEnlargement: !isDrawing });
  return encode(picture, format).toBuffer();
}

/** What stands in for a picture that is damaged: a plain surface of its colour, in its proportions. */
export function placeholderImage(
  { width, height, tint }: { width: number; height: number; tint: string },
  conversion: Conversion,
): Promise<Buffer> {
  const wide = Math.max(1, Math.min(conversion.width ?? width, width));
  const high = Math.max(1, Math.min(10_000, Math.round((wide * height) / Math.max(1, width))));
  const background = /^#[0-9a-f]{6}$/i.test(tint) ? tint : '#d8d4cc';
  return encode(
    sharp({ create: { width: wide, height: high, channels: 3, background } }),
    conversion.format,
  ).toBuffer();
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  if (format === 'webp') return picture.webp({ quality: 80, alphaQuality: 90, effort: 4 });
  if (format === 'png') return picture.png({ compressionLevel: 9 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

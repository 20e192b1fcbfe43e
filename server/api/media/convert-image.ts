import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#shared/media/image.ts';

export interface ImageConversion {
  /** Width in pixels, to which only SVGs are enlarged; null for the original's width. */
  width: number | null;
  /** Maximum height in pixels if `width` is set; a taller image becomes narrower. By default it has no limit. */
  maxHeight?: number;
  format: ImageFormat;
}

/** Maximum number of pixels of an image. Larger images are refused, because decoding them could exhaust the memory. */
export const maxImagePixels = 100_000_000;

/** The density in dots per inch at which one unit of an SVG is one pixel. */
const svgDensity = 72;
const maxDensity = 2_400;

/**
 * Converts an image. It is rotated according to its EXIF orientation, never enlarged, and loses its metadata. An SVG is
 * rendered in the requested width, even if the SVG is narrower.
 * @throws Error if the bytes are not a readable image, or the image has more than `maxImagePixels`.
 */
export async function convertImage(
  original: Uint8Array,
  isSvg: boolean,
  { width, maxHeight, format }: ImageConversion,
): Promise<Buffer> {
  const options = { limitInputPixels: maxImagePixels, failOn: 'error' as const };
  let image = sharp(original, options);
  if (isSvg && width !== null) {
    const originalWidth = (await image.metadata()).width || width;
    const density = Math.min(maxDensity, Math.max(1, (svgDensity * width) / originalWidth));
    image = sharp(original, { ...options, density });
  }
  image = image.autoOrient();
  if (width !== null) {
    const size = maxHeight === undefined ? { width } : { width, height: maxHeight, fit: 'inside' as const };
    image = image.resize({ ...size, withoutEnlargement: !isSvg });
  }
  return encode(image, format).toBuffer();
}

/** Creates a replacement for a damaged image: a rectangle in its proportions and its average colour. */
export function createReplacementForDamagedImage(
  { width, height, tint }: { width: number; height: number; tint: string },
  conversion: ImageConversion,
): Promise<Buffer> {
  const targetWidth = Math.max(1, Math.min(conversion.width ?? width, width));
  const targetHeight = Math.max(1, Math.min(10_000, Math.round((targetWidth * height) / Math.max(1, width))));
  const background = /^#[0-9a-f]{6}$/i.test(tint) ? tint : '#d8d4cc';
  return encode(
    sharp({ create: { width: targetWidth, height: targetHeight, channels: 3, background } }),
    conversion.format,
  ).toBuffer();
}

function encode(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'webp') return image.webp({ quality: 80, alphaQuality: 90, effort: 4 });
  if (format === 'png') return image.png({ compressionLevel: 9 });
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#shared/media/image.ts';

/** AVIF is made in the background only, so no request can ask for it by name. */
export type StoredImageFormat = ImageFormat | 'avif';

// This module runs in the processes of `image-processes.ts`, which are ended if a picture takes too much time or memory.

export interface ImageConversion {
  /** Width in pixels, to which only SVGs are enlarged; null for the original's width. */
  width: number | null;
  /** Maximum height in pixels if `width` is set; a taller image becomes narrower. By default it has no limit. */
  maxHeight?: number;
  format: StoredImageFormat;
}

/** An image to be read: the path of its file, or its bytes. */
export interface ImageSource {
  original: string | Uint8Array;
  isSvg: boolean;
}

/** Maximum number of pixels of an image. Larger images are refused, because decoding them could exhaust the memory. */
export const maxImagePixels = 100_000_000;
/** Maximum number of pixels at which an SVG is drawn. A larger width is reduced, so very tall drawings become narrower. */
const maxDrawnSvgPixels = 8_000_000;
/** Width in pixels at which SVGs are checked, the largest that is served, and at which they are drawn for print. */
export const maxDrawnSvgWidth = 2_400;

/** The density in dots per inch at which one unit of an SVG is one pixel. */
const svgDensity = 72;
const maxDensity = 2_400;

const readOptions = { limitInputPixels: maxImagePixels, failOn: 'error' as const };

/**
 * Opens an image. An SVG is drawn in the given width, or in its own if the width is null.
 * @returns The image and the width in pixels that it may have at most.
 */
export async function openImage(
  { original, isSvg }: ImageSource,
  width: number | null,
): Promise<{ image: Sharp; maxWidth: number | null }> {
  if (!isSvg) return { image: sharp(original, readOptions), maxWidth: width };
  const { width: ownWidth, height: ownHeight } = await sharp(original, readOptions).metadata();
  const maxWidth = Math.max(1, Math.floor(Math.sqrt((maxDrawnSvgPixels * ownWidth) / ownHeight)));
  const drawnWidth = Math.min(width ?? ownWidth, maxWidth);
  const density = Math.min(maxDensity, Math.max(1, (svgDensity * drawnWidth) / ownWidth));
  return { image: sharp(original, { ...readOptions, density }), maxWidth: drawnWidth };
}

/**
 * Converts an image. It is rotated according to its EXIF orientation, never enlarged, and loses its metadata. An SVG is
 * rendered in the requested width, even if the SVG is narrower.
 * @throws Error if the bytes are not a readable image, or the image has more than `maxImagePixels`.
 */
export async function convertImage({
  conversion: { width, maxHeight, format },
  ...source
}: ImageSource & { conversion: ImageConversion }): Promise<Buffer> {
  const opened = await openImage(source, width);
  let image = opened.image.autoOrient();
  if (opened.maxWidth !== null) {
    const size = { width: opened.maxWidth };
    const box = maxHeight === undefined ? size : { ...size, height: maxHeight, fit: 'inside' as const };
    image = image.resize({ ...box, withoutEnlargement: !source.isSvg });
  }
  return encode(image, format).toBuffer();
}

export interface PrintedImage {
  bytes: Buffer;
  /** Size in pixels. */
  width: number;
  height: number;
}

/**
 * Converts an image for a PDF: an SVG to PNG, all others to JPEG. Its transparent margins are cut off, and the rest is
 * flattened, because transparent images make PDFs large and slow.
 * @param input.box The maximum size in pixels. Only SVGs are enlarged.
 * @param input.background The colour behind the image.
 */
export async function convertImageForPrint({
  box,
  background,
  ...source
}: ImageSource & { box: { width: number; height: number }; background: string }): Promise<PrintedImage> {
  const { image } = await openImage(source, source.isSvg ? maxDrawnSvgWidth : null);
  const scaled = image
    .autoOrient()
    .trim({ background: '#00000000', threshold: 1 })
    .resize({ ...box, fit: 'inside', withoutEnlargement: !source.isSvg })
    .flatten({ background });
  const encoded = source.isSvg ? scaled.png({ palette: false }) : scaled.jpeg({ quality: 86 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Maximum number of pixels of a replacement. Larger ones keep their proportions and are drawn smaller. */
const maxReplacementPixels = 1_000_000;

/** Creates a replacement for a damaged image: a rectangle in its proportions and its average colour. */
export function createReplacementForDamagedImage({
  width,
  height,
  tint,
  conversion,
}: {
  width: number;
  height: number;
  tint: string;
  conversion: ImageConversion;
}): Promise<Buffer> {
  const requested = Math.max(1, Math.min(conversion.width ?? width, width));
  const ratio = Math.max(1, height) / Math.max(1, width);
  const targetWidth = Math.max(1, Math.min(requested, Math.floor(Math.sqrt(maxReplacementPixels / ratio))));
  const targetHeight = Math.max(1, Math.min(10_000, Math.round(targetWidth * ratio)));
  const background = /^#[0-9a-f]{6}$/i.test(tint) ? tint : '#d8d4cc';
  return encode(
    sharp({ create: { width: targetWidth, height: targetHeight, channels: 3, background } }),
    conversion.format,
  ).toBuffer();
}

function encode(image: Sharp, format: StoredImageFormat): Sharp {
  // As similar to the original as WebP at quality 80 (SSIM), in three quarters of its bytes (docs/decisions/0025).
  if (format === 'avif') return image.avif({ quality: 60, effort: 3 });
  if (format === 'webp') return image.webp({ quality: 80, alphaQuality: 90, effort: 4 });
  if (format === 'png') return image.png({ compressionLevel: 9 });
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

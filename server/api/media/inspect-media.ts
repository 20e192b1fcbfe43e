import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import sharp from 'sharp';
import { describeTooLargeFile, getMaxMediaBytes } from '#shared/media/media-limits.ts';
import { maxImagePixels } from './convert-image.ts';
import { countDrawnSvgElements } from './count-drawn-svg-elements.ts';
import { sanitiseSvg } from './sanitise-svg.ts';

interface MediaBytes {
  /** Path below the site's media folder, which identifies the file within its site. */
  path: string;
  /** The bytes to store; for an SVG, those of the sanitised document. */
  bytes: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string;
  type: string;
}
export interface InspectedImage extends MediaBytes {
  kind: 'image';
  width: number;
  height: number;
  tint: string;
}
export interface InspectedNonImageFile extends MediaBytes {
  kind: 'file';
}
export type InspectedMedia = InspectedImage | InspectedNonImageFile;

const imageTypes: Record<string, { format: string; type: string }> = {
  '.webp': { format: 'webp', type: 'image/webp' },
  '.jpg': { format: 'jpeg', type: 'image/jpeg' },
  '.jpeg': { format: 'jpeg', type: 'image/jpeg' },
  '.png': { format: 'png', type: 'image/png' },
  '.svg': { format: 'svg', type: 'image/svg+xml' },
};
/** The magic numbers with which fonts, videos and PDFs begin, by file extension. */
const fileTypes: Record<string, { type: string; magic: string; offset: number }> = {
  '.woff2': { type: 'font/woff2', magic: 'wOF2', offset: 0 },
  '.mp4': { type: 'video/mp4', magic: 'ftyp', offset: 4 },
  '.m4v': { type: 'video/x-m4v', magic: 'ftyp', offset: 4 },
  '.mov': { type: 'video/quicktime', magic: 'ftyp', offset: 4 },
  '.avi': { type: 'video/x-msvideo', magic: 'AVI ', offset: 8 },
  '.wmv': { type: 'video/x-ms-wmv', magic: '\x30\x26\xb2\x75\x8e\x66\xcf\x11', offset: 0 },
  '.flv': { type: 'video/x-flv', magic: 'FLV\x01', offset: 0 },
  '.pdf': { type: 'application/pdf', magic: '%PDF-', offset: 0 },
};

/**
 * Inspects a media file.
 * @returns The media to store, or the reason why it is refused as a predicate, such as `is no mp4 file`.
 */
export async function inspectMedia(path: string, bytes: Uint8Array): Promise<InspectedMedia | string> {
  const extension = extname(path).toLowerCase();
  const maxBytes = getMaxMediaBytes(path);
  if (bytes.byteLength > maxBytes) return describeTooLargeFile(maxBytes);
  return imageTypes[extension] ? inspectImage(path, bytes, extension) : inspectFile(path, bytes, extension);
}

/**
 * Finds the media type of a font, video or PDF by its extension and first bytes.
 * @param name The file's name with its extension.
 * @returns Null if the extension is not supported or the content does not match it.
 */
export async function findFileMediaType(name: string, path: string): Promise<string | null> {
  const expected = fileTypes[extname(name).toLowerCase()];
  if (!expected) return null;
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(maxMagicBytes) });
    return hasMagic(buffer, expected) ? expected.type : null;
  } finally {
    await file.close();
  }
}

const maxMagicBytes = 16;

const hasMagic = (bytes: Uint8Array, { magic, offset }: { magic: string; offset: number }): boolean =>
  Buffer.from(bytes.subarray(offset, offset + magic.length)).toString('latin1') === magic;

function inspectFile(path: string, bytes: Uint8Array, extension: string): InspectedNonImageFile | string {
  const expected = fileTypes[extension];
  if (!expected) return `has an unsupported extension: ${extension}`;
  if (!hasMagic(bytes, expected)) return `is no ${extension.slice(1)} file`;
  return { kind: 'file', path, bytes, hash: sha256(bytes), type: expected.type };
}

async function inspectImage(path: string, original: Uint8Array, extension: string): Promise<InspectedImage | string> {
  const expected = imageTypes[extension];
  if (!expected) return 'is no picture';
  try {
    // The elements of an SVG are counted before it is rendered, because nested references can occupy the renderer for a
    // long time.
    const bytes = expected.format === 'svg' ? cleanSvg(original) : original;
    if (bytes === null) return 'is no SVG after scripts and external references are removed';
    if (expected.format === 'svg' && countDrawnSvgElements(Buffer.from(bytes).toString('utf8')) > maxDrawnElements)
      return `draws more than ${maxDrawnElements} elements, with its references expanded`;
    const metadata = await sharp(bytes).metadata();
    if (metadata.format !== expected.format) return `is a ${metadata.format} file, not ${expected.format}`;
    if (metadata.width * metadata.height > maxImagePixels) return `has more than ${maxImagePixels} pixels`;
    // EXIF orientations from 5 on swap width and height.
    const isRotated = (metadata.orientation ?? 1) >= 5;
    const [width, height] = isRotated ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
    const tint = await tintOf(bytes);
    return { kind: 'image', path, bytes, hash: sha256(bytes), type: expected.type, width, height, tint };
  } catch (error) {
    return `cannot be read as a picture: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** Maximum number of drawn elements of an SVG. A renderer takes less than a second for so many. */
const maxDrawnElements = 20_000;

const cleanSvg = (original: Uint8Array): Uint8Array | null => {
  const clean = sanitiseSvg(Buffer.from(original).toString('utf8'));
  return clean === null ? null : Buffer.from(clean);
};

/** Returns the average colour of the pixels that are not transparent, as `#rrggbb`. */
async function tintOf(bytes: Uint8Array): Promise<string> {
  const { data } = await sharp(bytes)
    .resize(16, 16, { fit: 'fill' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    for (const channel of [0, 1, 2] as const) sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) * alpha;
  }
  const hex = sum.map((total) =>
    Math.round(weight === 0 ? 255 : total / weight)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

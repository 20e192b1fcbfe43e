import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { describeTooLargeFile, getMaxMediaBytes } from '#shared/media/media-limits.ts';
import type { SvgLoss } from '#shared/media/upload-contract.ts';
import { ImageTooExpensiveError, runImageTask } from './image-processes.ts';

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
  losses: SvgLoss[];
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
 * Inspects a media file. An SVG is drawn at the largest size at which it is served.
 * @param siteId The site on whose account the picture is drawn.
 * @returns The media to store, or the reason why it is refused as a predicate, such as `is no mp4 file`.
 */
export async function inspectMedia(path: string, bytes: Uint8Array, siteId: number): Promise<InspectedMedia | string> {
  const extension = extname(path).toLowerCase();
  const maxBytes = getMaxMediaBytes(path);
  if (bytes.byteLength > maxBytes) return describeTooLargeFile(maxBytes);
  return imageTypes[extension]
    ? inspectImageInProcess(path, bytes, extension, siteId)
    : inspectFile(path, bytes, extension);
}

/**
 * Finds the media type of a font, video or PDF by its extension and first bytes.
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

async function inspectImageInProcess(
  path: string,
  original: Uint8Array,
  extension: string,
  siteId: number,
): Promise<InspectedImage | string> {
  const expected = imageTypes[extension];
  if (!expected) return 'is no picture';
  const { format, type } = expected;
  const limits = format === 'svg' ? { maxCpuMs: maxSvgCpuMs } : {};
  try {
    const found = await runImageTask(siteId, 'inspectImage', { original, format }, limits);
    if (typeof found === 'string') return found;
    const { cleanSvg, ...properties } = found;
    const bytes = cleanSvg === null ? original : Buffer.from(cleanSvg);
    return { kind: 'image', path, bytes, hash: sha256(bytes), type, ...properties };
  } catch (error) {
    if (error instanceof ImageTooExpensiveError) return tooExpensiveReason;
    throw error;
  }
}

/** Time in which an SVG must be drawn at its largest: half of that of a conversion, so that none fails later. */
const maxSvgCpuMs = 2_500;

/** The reason for which `inspectMedia` refuses a picture that exceeds the limits of time and memory. */
export const tooExpensiveReason =
  'takes too much time or memory to draw: simplify it, without filters and effects, or save it as PNG';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

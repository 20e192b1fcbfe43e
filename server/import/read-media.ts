import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import sharp from 'sharp';
import { sanitiseSvg } from '#server/api/media/sanitise-svg.ts';
import { mediaPathForm } from './content-paths.ts';
import type { Fault } from './faults.ts';
import { NotInside, readInside } from './read-inside.ts';

interface StoredBytes {
  /** Below media/. */
  path: string;
  bytes: Uint8Array;
  /** SHA-256 in hex. */
  hash: string;
  type: string;
}
export interface MediaImage extends StoredBytes {
  kind: 'image';
  width: number;
  height: number;
  tint: string;
}
export interface MediaFile extends StoredBytes {
  kind: 'file';
}
export type Media = MediaImage | MediaFile;

/** Every path below media/ that a value names anywhere inside, once. */
export function mediaPathsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && mediaPathForm.test(value)) found.add(value);
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) mediaPathsIn(inner, found);
  return found;
}

/** The pictures of the media folder that a text shows. */
export const picturesInMarkdown = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(\s*<?([^)\s>]+)/g)].flatMap(([, path = '']) =>
    mediaPathForm.test(path) ? [path] : [],
  );

const imageTypes: Record<string, { format: string; type: string }> = {
  '.webp': { format: 'webp', type: 'image/webp' },
  '.jpg': { format: 'jpeg', type: 'image/jpeg' },
  '.jpeg': { format: 'jpeg', type: 'image/jpeg' },
  '.png': { format: 'png', type: 'image/png' },
  '.svg': { format: 'svg', type: 'image/svg+xml' },
};
/** The first bytes by which the other kinds of file are known. */
const fileTypes: Record<string, { type: string; mark: string; at: number }> = {
  '.woff2': { type: 'font/woff2', mark: 'wOF2', at: 0 },
  '.mp4': { type: 'video/mp4', mark: 'ftyp', at: 4 },
  '.m4v': { type: 'video/x-m4v', mark: 'ftyp', at: 4 },
};

/** Reads a file of the media folder and what we keep of it; a fault where it is missing or not what its name says. */
export async function readMedia(siteDir: string, path: string): Promise<Media | Fault> {
  const file = `media/${path}`;
  const bytes = await readInside(siteDir, file).catch((error: unknown) => {
    if (error instanceof NotInside) return error;
    throw error;
  });
  if (bytes instanceof NotInside) return { file, path: '', reason: bytes.message };
  if (!bytes) return { file, path: '', reason: 'is named by the content and is missing' };
  const extension = extname(path).toLowerCase();
  const found = imageTypes[extension] ? await readImage(path, bytes, extension) : readPlainFile(path, bytes, extension);
  return typeof found === 'string' ? { file, path: '', reason: found } : found;
}

export const isFault = (media: Media | Fault): media is Fault => 'reason' in media;

function readPlainFile(path: string, bytes: Uint8Array, extension: string): MediaFile | string {
  const known = fileTypes[extension];
  const mark = known && Buffer.from(bytes.subarray(known.at, known.at + known.mark.length)).toString('latin1');
  if (!known || mark !== known.mark) return `is no ${extension.slice(1)} file`;
  return { kind: 'file', path, bytes, hash: sha256(bytes), type: known.type };
}

async function readImage(path: string, original: Uint8Array, extension: string): Promise<MediaImage | string> {
  const expected = imageTypes[extension];
  if (!expected) return 'is no picture';
  try {
    const metadata = await sharp(original).metadata();
    if (metadata.format !== expected.format) return `is a ${metadata.format} file, not ${expected.format}`;
    const bytes = expected.format === 'svg' ? cleanSvg(original) : original;
    if (bytes === null) return 'is no drawing once scripts and references to elsewhere are taken out';
    const turned = (metadata.orientation ?? 1) >= 5;
    const [width, height] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
    const tint = await tintOf(bytes);
    return { kind: 'image', path, bytes, hash: sha256(bytes), type: expected.type, width, height, tint };
  } catch (error) {
    return `cannot be read as a picture: ${(error as Error).message.split('\n')[0]}`;
  }
}

const cleanSvg = (original: Uint8Array): Uint8Array | null => {
  const clean = sanitiseSvg(Buffer.from(original).toString('utf8'));
  return clean === null ? null : Buffer.from(clean);
};

/** The average of what is seen of the picture; where it is see-through, nothing. */
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

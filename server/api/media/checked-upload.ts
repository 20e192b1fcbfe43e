import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { getMaxMediaBytes, isFontPath } from '#shared/media/media-limits.ts';
import type { SvgLoss } from '#shared/media/upload-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { convertFontInWorker } from './convert-font-in-worker.ts';
import { flushFile, hashFile, moveFlushedFileIntoStore, storeFileWithKnownHash } from './file-store.ts';
import { findFileMediaType, type InspectedMedia, inspectMedia, tooExpensiveReason } from './inspect-media.ts';
import type { MediaFileProperties } from './media-rows.ts';
import type { ReceivedFile } from './received-file.ts';

type ImageRefusal = 'unsupported_image' | 'unsupported_heic' | 'unreadable_image' | 'expensive_image' | 'too_large';

export interface CheckedUpload {
  media: MediaFileProperties;
  /** The kinds of content that were removed from an SVG; empty for all other files. */
  losses: SvgLoss[];
  /** Stores the content. Can be repeated while the received file exists. */
  store(filesDir: string): Promise<void>;
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);
const heicTypes: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/heic-sequence']);

/** Number of bytes at the beginning of a file in which the root element of an SVG is searched. */
const svgSearchBytes = 4_096;

/** Finds the file extension of an uploaded picture by its content, because the name of a file can be wrong. */
async function detectImageExtensionOfFile(
  path: string,
): Promise<Outcome<string, 'unsupported_image' | 'unsupported_heic'>> {
  const detected = await fileTypeFromFile(path);
  if (detected && heicTypes.has(detected.mime)) return refuse('unsupported_heic');
  const extension = detected && extensions.get(detected.mime);
  if (extension) return ok(extension);
  const isText = detected === undefined || detected.mime === 'application/xml' || detected.mime === 'image/svg+xml';
  return isText && /<svg[\s>]/i.test(await readBeginning(path)) ? ok('svg') : refuse('unsupported_image');
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(svgSearchBytes) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

export async function checkUploadedImage(
  { name, path }: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, ImageRefusal>> {
  const extension = await detectImageExtensionOfFile(path);
  if (!extension.ok) return extension;
  const fileName = `${toFileStem(name)}.${extension.value}`;
  const bytes = await readFile(path);
  if (bytes.byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const inspected = await inspectMedia(fileName, bytes, siteId);
  if (inspected === tooExpensiveReason) return refuse('expensive_image');
  if (typeof inspected === 'string') return refuse('unreadable_image', { values: { reason: inspected } });
  return ok(toCheckedUpload(inspected));
}

/** Checks an uploaded font, which is stored as WOFF2, or a video or PDF, which must be of the type that its name states. */
export async function checkUploadedFile(
  file: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, 'unsupported_file' | 'unreadable_font' | 'too_large'>> {
  return isFontPath(file.name) ? checkUploadedFont(file, siteId) : checkUploadedVideoOrPdf(file);
}

async function checkUploadedFont(
  { name, path }: ReceivedFile,
  siteId: number,
): Promise<Outcome<CheckedUpload, 'unreadable_font' | 'too_large'>> {
  const fileName = `${toFileStem(name)}.woff2`;
  if ((await stat(path)).size > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const bytes = await convertFontInWorker(await readFile(path));
  if (bytes === null) return refuse('unreadable_font');
  const inspected = await inspectMedia(fileName, bytes, siteId);
  return typeof inspected === 'string' ? refuse('unreadable_font') : ok(toCheckedUpload(inspected));
}

async function checkUploadedVideoOrPdf({
  name,
  path,
}: ReceivedFile): Promise<Outcome<CheckedUpload, 'unsupported_file' | 'too_large'>> {
  const type = await findFileMediaType(name, path);
  if (type === null) return refuse('unsupported_file');
  const fileName = `${toFileStem(name)}${extname(name).toLowerCase()}`;
  const { size: byteLength } = await stat(path);
  if (byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const hash = await hashFile(path);
  // Flushing a large video takes seconds, so it is done before the transaction that stores the video.
  await flushFile(path);
  const media: MediaFileProperties = {
    kind: 'file',
    path: toUploadPath(hash, fileName),
    hash,
    type,
    bytes: { byteLength },
  };
  return ok({ media, losses: [], store: (filesDir) => moveFlushedFileIntoStore(filesDir, path, { hash, byteLength }) });
}

/** @param inspected Media whose `path` is still the file name. */
function toCheckedUpload(inspected: InspectedMedia): CheckedUpload {
  const { hash, bytes, path } = inspected;
  return {
    media: { ...inspected, path: toUploadPath(hash, path) },
    losses: inspected.kind === 'image' ? inspected.losses : [],
    store: (filesDir) => storeFileWithKnownHash(filesDir, hash, bytes),
  };
}

const refuseTooLarge = (fileName: string) =>
  refuse('too_large', { values: { megabytes: getMaxMediaBytes(fileName) / 1_000_000 } });

/**
 * Returns the media path of an upload. Identical files with the same name get the same path, so that a repeated upload
 * creates no second item.
 */
const toUploadPath = (hash: string, fileName: string): string => `uploads/${hash.slice(0, 12)}/${fileName}`;

const maxStemLength = 80;

/** Converts the name of a file to one that `mediaPathPattern` accepts, without its extension. */
function toFileStem(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const stem = last
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, maxStemLength);
  return stem || 'file';
}

import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { getMaxMediaBytes, isFontPath } from '#shared/media/media-limits.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { convertFontInWorker } from './convert-font-in-worker.ts';
import { detectImageExtension } from './detect-image-extension.ts';
import { hashFile, storeFile, storeTemporaryFile } from './file-store.ts';
import { findFileType, inspectMedia } from './inspect-media.ts';
import type { StoredMedia } from './media-rows.ts';
import type { ReceivedFile } from './receive-upload.ts';

type ImageRefusal = 'unsupported_image' | 'unsupported_heic' | 'unreadable_image' | 'too_large';

export interface UploadStore {
  filesDir: string;
  /** Checks that the site has room for the file, before its bytes are stored. */
  checkRoom: (media: StoredMedia) => Promise<RefusedOutcome<'storage_full'> | null>;
}

/** Checks an uploaded picture by its content and stores it. */
export async function storeUploadedImage(
  { filesDir, checkRoom }: UploadStore,
  { name, path }: ReceivedFile,
): Promise<Outcome<StoredMedia, ImageRefusal | 'storage_full'>> {
  const extension = await detectImageExtension(path);
  if (!extension.ok) return extension;
  const fileName = `${toFileStem(name)}.${extension.value}`;
  const bytes = await readFile(path);
  if (bytes.byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const inspected = await inspectMedia(fileName, bytes);
  if (typeof inspected === 'string') return refuse('unreadable_image', { values: { reason: inspected } });
  const media = { ...inspected, path: toUploadPath(inspected.hash, fileName) };
  const refusal = await checkRoom(media);
  if (refusal) return refusal;
  await storeFile(filesDir, media.bytes);
  return ok(media);
}

/** Checks that an uploaded font or video is of the type that its name states, and stores it. Fonts are stored as WOFF2. */
export async function storeUploadedFile(
  store: UploadStore,
  file: ReceivedFile,
): Promise<Outcome<StoredMedia, 'unsupported_file' | 'unreadable_font' | 'too_large' | 'storage_full'>> {
  return isFontPath(file.name) ? storeUploadedFont(store, file) : storeUploadedVideo(store, file);
}

async function storeUploadedFont(
  { filesDir, checkRoom }: UploadStore,
  { name, path }: ReceivedFile,
): Promise<Outcome<StoredMedia, 'unreadable_font' | 'too_large' | 'storage_full'>> {
  const fileName = `${toFileStem(name)}.woff2`;
  if ((await stat(path)).size > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const bytes = await convertFontInWorker(await readFile(path));
  if (bytes === null) return refuse('unreadable_font');
  const inspected = await inspectMedia(fileName, bytes);
  if (typeof inspected === 'string') return refuse('unreadable_font');
  const media = { ...inspected, path: toUploadPath(inspected.hash, fileName) };
  const refusal = await checkRoom(media);
  if (refusal) return refusal;
  await storeFile(filesDir, media.bytes);
  return ok(media);
}

async function storeUploadedVideo(
  { filesDir, checkRoom }: UploadStore,
  { name, path }: ReceivedFile,
): Promise<Outcome<StoredMedia, 'unsupported_file' | 'too_large' | 'storage_full'>> {
  const type = await findFileType(name, path);
  if (type === null) return refuse('unsupported_file');
  const fileName = `${toFileStem(name)}${extname(name).toLowerCase()}`;
  const { size: byteLength } = await stat(path);
  if (byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const hash = await hashFile(path);
  const media: StoredMedia = { kind: 'file', path: toUploadPath(hash, fileName), hash, type, bytes: { byteLength } };
  const refusal = await checkRoom(media);
  if (refusal) return refusal;
  await storeTemporaryFile(filesDir, path, hash);
  return ok(media);
}

const refuseTooLarge = (fileName: string) =>
  refuse('too_large', { values: { megabytes: getMaxMediaBytes(fileName) / 1_000_000 } });

/** Identical files with the same name get the same path, so that a repeated upload creates no second item. */
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
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxStemLength);
  return stem || 'file';
}

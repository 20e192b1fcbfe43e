import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { getMaxMediaBytes } from '#shared/media/media-limits.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { detectImageExtension } from './detect-image-extension.ts';
import { storeTemporaryFile } from './file-store.ts';
import { findFileType } from './inspect-media.ts';
import type { StoredMedia } from './media-rows.ts';
import type { ReceivedFile } from './receive-upload.ts';
import { storeMediaFile } from './store-media.ts';

type ImageRefusal = 'unsupported_image' | 'unsupported_heic' | 'unreadable_image' | 'too_large';

/** Checks an uploaded picture by its content and stores it. */
export async function storeUploadedImage(
  filesDir: string,
  { name, path }: ReceivedFile,
): Promise<Outcome<StoredMedia, ImageRefusal>> {
  const extension = await detectImageExtension(path);
  if (!extension.ok) return extension;
  const fileName = `${toFileStem(name)}.${extension.value}`;
  const bytes = await readFile(path);
  if (bytes.byteLength > getMaxMediaBytes(fileName)) return refuseTooLarge(fileName);
  const stored = await storeMediaFile(filesDir, fileName, bytes);
  if (!stored.ok) return refuse('unreadable_image', { values: { reason: String(stored.values?.reason ?? '') } });
  return ok({ ...stored.value, path: toUploadPath(stored.value.hash, fileName) });
}

/** Checks that an uploaded font or video is of the type that its name states, and stores it. */
export async function storeUploadedFile(
  filesDir: string,
  { name, path }: ReceivedFile,
): Promise<Outcome<StoredMedia, 'unsupported_file' | 'too_large'>> {
  const type = await findFileType(name, path);
  if (type === null) return refuse('unsupported_file');
  const fileName = `${toFileStem(name)}${extname(name).toLowerCase()}`;
  const stored = await storeTemporaryFile(filesDir, path, getMaxMediaBytes(fileName));
  if (!stored) return refuseTooLarge(fileName);
  const { hash, byteLength } = stored;
  return ok({ kind: 'file', path: toUploadPath(hash, fileName), hash, type, bytes: { byteLength } });
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

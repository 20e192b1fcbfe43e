import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Returns the path of a stored original file. Files are named after the SHA-256 of their content in hexadecimal, so
 * that sites share equal files and a file never changes. Which site may read a file is decided by the tables that refer
 * to its hash.
 */
export function toStoredFilePath(filesDir: string, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`invalid SHA-256 hash: ${hash}`);
  return join(filesDir, hash.slice(0, 2), hash);
}

/** Name of the folder beside the stored files in which uploads are received. */
export const uploadFolderName = 'uploads';

/**
 * Stores `bytes` atomically. Storing the same bytes again changes nothing. The caller must hold the lock of
 * `lockStoredFiles` until the row that refers to the file is committed, or store the file again under that lock.
 * @returns The SHA-256 of the bytes, in hexadecimal.
 */
export async function storeFile(filesDir: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await storeFileWithKnownHash(filesDir, hash, bytes);
  return hash;
}

/** Like `storeFile`, for bytes whose SHA-256 is known. */
export async function storeFileWithKnownHash(filesDir: string, hash: string, bytes: Uint8Array): Promise<void> {
  const path = toStoredFilePath(filesDir, hash);
  const size = await sizeOf(path);
  if (size !== bytes.byteLength) await writeFileAtomically(path, bytes);
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hasher = createHash('sha256');
  for await (const chunk of createReadStream(path)) hasher.update(chunk as Buffer);
  return hasher.digest('hex');
}

/** Waits until the content of a file is on the disk. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/**
 * Moves a flushed temporary file into the store, unless the store already has a file with this content. The temporary
 * file must be on the same file system.
 */
export async function moveFlushedFileIntoStore(
  filesDir: string,
  temporaryPath: string,
  { hash, byteLength }: { hash: string; byteLength: number },
): Promise<void> {
  const path = toStoredFilePath(filesDir, hash);
  if ((await sizeOf(path)) === byteLength) return;
  await mkdir(dirname(path), { recursive: true });
  await rename(temporaryPath, path);
}

export async function countStoredFiles(filesDir: string, hashes: readonly string[]): Promise<number> {
  const sizes = await Promise.all(hashes.map((hash) => sizeOf(toStoredFilePath(filesDir, hash))));
  return sizes.filter((size) => size !== null).length;
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => found.size,
    () => null,
  );

/** Writes and flushes a temporary file and then renames it, so that readers never see a partial file. */
export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(temporaryPath, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

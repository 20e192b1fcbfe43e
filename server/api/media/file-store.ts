import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Originals, addressed by their content: two estates with the same font share one file, and a file never changes.
 * Which site may read which file is decided by the tables that name its hash, never here.
 */

/** Where the bytes with this SHA-256 (hex) lie. */
export function storedPath(filesDir: string, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`not a SHA-256 in hex: ${hash}`);
  return join(filesDir, hash.slice(0, 2), hash);
}

/**
 * Keeps `bytes` and answers their SHA-256 in hex. Safe to repeat and to interrupt: a file appears whole or not at all.
 */
export async function storeFile(filesDir: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = storedPath(filesDir, hash);
  const size = await sizeOf(path);
  if (size !== bytes.byteLength) await writeFileAtomically(path, bytes);
  return hash;
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => found.size,
    () => null,
  );

/** Writes beside the goal, flushes, and renames: a reader sees the old file or the new one, never a part. */
export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

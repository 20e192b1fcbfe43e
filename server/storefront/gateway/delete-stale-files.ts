import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes the files of a folder whose names begin with `prefix` and which were last modified longer ago than `ageMs`.
 */
export async function deleteStaleFiles(folder: string, prefix: string, ageMs: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const path = join(folder, name);
    // The file may be inaccessible, because another process deletes it at the same time or owns it.
    const modifiedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (modifiedAt !== null && Date.now() - modifiedAt > ageMs) await rm(path, { force: true }).catch(() => {});
  }
}

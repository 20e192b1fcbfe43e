import { readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Why a file of a site's folder cannot be read, in words for whoever wrote the site. */
export class NotInside extends Error {}

/**
 * Reads `path` below a site's folder; null where there is no such file. Links are followed as long as they stay in the
 * folder: what a site shows is public, and nothing else of the machine may become part of it.
 * @throws NotInside
 */
export async function readInside(dir: string, path: string): Promise<Buffer | null> {
  try {
    const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, path))]);
    if (/^\.\.(?:[/\\]|$)/.test(relative(folder, file))) throw new NotInside('is a link that leads out of the folder');
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EISDIR') throw new NotInside('is a folder');
    throw error;
  }
}

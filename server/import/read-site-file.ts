import { readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Thrown for a file that cannot be read. The message becomes the reason of a `ContentIssue`. */
export class UnreadableFileError extends Error {}

/**
 * Reads a file of a site's folder. Symbolic links must not lead out of the folder: its content becomes public, and a
 * link could expose other files of the machine.
 * @returns Null if the file does not exist.
 * @throws UnreadableFileError if the path is a folder or a link that leads out of the site's folder.
 */
export async function readSiteFile(dir: string, path: string): Promise<Buffer | null> {
  try {
    const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, path))]);
    if (/^\.\.(?:[/\\]|$)/.test(relative(folder, file)))
      throw new UnreadableFileError('is a link that leads out of the folder');
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EISDIR') throw new UnreadableFileError('is a folder');
    throw error;
  }
}

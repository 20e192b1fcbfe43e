import { readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The message is the reason of a `ContentIssue`. */
export class UnreadableFileError extends Error {}

/**
 * Reads a file of a site's folder. Symbolic links must stay within the folder: its content becomes public, so a link
 * must not expose other files of the machine.
 *
 * @returns null if the file does not exist
 * @throws UnreadableFileError if the path is a folder or a link that leads out of the site's folder
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

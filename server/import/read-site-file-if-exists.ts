import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describeTooLargeFile } from '#shared/media/media-limits.ts';

/** Thrown for a file that cannot be read. The message becomes the reason of a `ContentIssue`. */
export class UnreadableFileError extends Error {}

/** Maximum size in bytes of the JSON and Markdown files in a site's folder. */
const maxTextFileBytes = 10_000_000;

/**
 * Reads a file of a site's folder. Symbolic links must not point outside the folder: what is read becomes public, so a
 * link could expose other files of the machine.
 * @param maxBytes Maximum size of the file.
 * @returns Null if the file does not exist.
 * @throws UnreadableFileError if the path is a folder, a link to a path outside the site's folder, or too large a file.
 */
export async function readSiteFileIfExists(
  dir: string,
  path: string,
  maxBytes = maxTextFileBytes,
): Promise<Buffer | null> {
  try {
    const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, path))]);
    if (/^\.\.(?:[/\\]|$)/.test(relative(folder, file)))
      throw new UnreadableFileError('is a link that leads out of the folder');
    if ((await stat(file)).size > maxBytes) throw new UnreadableFileError(describeTooLargeFile(maxBytes));
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'EISDIR') throw new UnreadableFileError('is a folder');
    throw error;
  }
}

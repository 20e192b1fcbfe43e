import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Header in which a storefront names its build to the API, and the API its own in the response. */
export const buildHeader = 'x-cuvee-build';

/** The sources that decide what an answer of the API looks like. */
const folders = ['../shared', 'api'];

let known: string | undefined;

/** Returns the identity of these sources, which is the same for every process of an installation. */
export function readBuildId(): string {
  known ??= hashFiles(folders.flatMap((folder) => listFiles(join(import.meta.dirname, folder))));
  return known;
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

export function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('base64url');
}

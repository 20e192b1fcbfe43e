import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';

/**
 * Number of builds of the client whose files are kept, with the present one. During an upgrade, a page of one build asks
 * for its files at a server of the other, and a tab that was open before loads further ones.
 */
const maxKeptBuilds = 5;

export interface BuiltAssets {
  folder: string;
  /** URL path of its files, which is also their path in the folder, such as `/assets/`. */
  path: string;
}

const FileList = z.array(z.string());

/**
 * Copies the files of this build into `dir`, which storefronts may share, and deletes those that belong only to builds
 * before the last `maxKeptBuilds`. A build counts from the last start of a storefront with it. Without a writable folder
 * the storefront serves the files of its own build.
 * @returns True if the files of other builds can be served from `dir`.
 */
export async function keepAssets(
  dir: string,
  builds: readonly BuiltAssets[],
  log: FastifyBaseLogger,
): Promise<boolean> {
  try {
    await mkdir(join(dir, 'builds'), { recursive: true });
    const files = (await Promise.all(builds.map((build) => copyBuild(dir, build)))).flat().sort();
    const name = `${createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)}.json`;
    await writeAtomically(join(dir, 'builds', name), (path) => writeFile(path, JSON.stringify(files)));
    await deleteEarlierBuilds(dir);
    return true;
  } catch (err) {
    log.warn({ code: 'assets_not_kept', err }, 'assets of earlier builds not kept');
    return false;
  }
}

/** Copies the files that are not in `dir` yet; their names change with their content. Returns their paths in `dir`. */
async function copyBuild(dir: string, { folder, path }: BuiltAssets): Promise<string[]> {
  await mkdir(join(dir, path), { recursive: true });
  const present = new Set(await readdir(join(dir, path)));
  const names = await readdir(join(folder, path));
  for (const name of names)
    if (!present.has(name))
      await writeAtomically(join(dir, path, name), (copy) =>
        copyFile(join(folder, path, name), copy, constants.COPYFILE_FICLONE),
      );
  return names.map((name) => join(path, name));
}

/** Writes a file beside `path` first, because other storefronts may serve or read it meanwhile. */
async function writeAtomically(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await write(temporary);
  await rename(temporary, path);
}

async function deleteEarlierBuilds(dir: string): Promise<void> {
  const lists = (await readdir(join(dir, 'builds'))).filter((name) => name.endsWith('.json'));
  const started = await Promise.all(
    lists.map(async (name) => ({ name, at: (await stat(join(dir, 'builds', name))).mtimeMs })),
  );
  const ordered = started.sort((a, b) => b.at - a.at).map(({ name }) => join(dir, 'builds', name));
  const kept = new Set((await Promise.all(ordered.slice(0, maxKeptBuilds).map(readFileList))).flat());
  for (const list of ordered.slice(maxKeptBuilds)) {
    for (const file of await readFileList(list)) if (!kept.has(file)) await rm(join(dir, file), { force: true });
    await rm(list, { force: true });
  }
}

const readFileList = async (path: string): Promise<string[]> =>
  FileList.parse(JSON.parse(await readFile(path, 'utf8')));

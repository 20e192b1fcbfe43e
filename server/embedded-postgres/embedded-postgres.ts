import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { type Cluster, clusterUser, openCluster, startCluster, stopCluster } from './cluster.ts';
import { socketPort } from './socket-folder.ts';

/** A server owns its data folder alone; commands such as `site import` come and go beside it. */
export type ClientKind = 'server' | 'command';

export interface EmbeddedOptions {
  clientKind: ClientKind;
  /** false: faster and unsafe, for tests. */
  isDurable?: boolean;
  /** Told when PostgreSQL was gone and is being started again. */
  onReconnect?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  connection: pg.ClientConfig;
  /** Leaves; the last to leave stops PostgreSQL. */
  close(): Promise<void>;
}

const database = 'cuvee';

/** Advisory locks in that database: the owning server's, exclusive; and everybody's, shared, exclusive to stop. */
const ownerLock = 7_302_402;
const tenantsLock = 7_302_403;

/** The exit code of a second server on one data folder. */
export const dataDirInUseExitCode = 75;

/** How long the database may take to start, in milliseconds. */
const patience = 60_000;
/** Between attempts to have it back, in milliseconds. */
const firstPause = 200;
const longestPause = 5_000;

/**
 * Connects to the PostgreSQL of `dataDir`, starting it where it does not run. One that a killed server left behind is
 * taken over: whether a server owns the folder is told by a lock that dies with its session, not by a process.
 * @throws OperatorError with exit code 75 where another server owns the folder.
 */
export async function openEmbeddedPostgres(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeDataDir(dataDir);
  const cluster = await openCluster(dataDir, options.isDurable ?? true);
  const connection = { host: cluster.socketDir, port: socketPort, user: clusterUser, database };
  let closed = false;
  let reviving = Promise.resolve();
  let session = await enter(cluster, connection, options.clientKind);
  watch(session);

  function watch(current: pg.Client) {
    // Once: a session that breaks may say so several times.
    current.once('error', (error) => {
      if (closed || current !== session) return;
      options.onReconnect?.(error);
      reviving = revive().catch((cause: Error) => options.onReconnect?.(cause));
    });
  }
  /** Tries for as long as we are here: recovery after a crash may take long, and a full disk may be emptied. */
  async function revive(): Promise<void> {
    for (let pause = firstPause; !closed; pause = Math.min(pause * 2, longestPause)) {
      try {
        const next = await enter(cluster, connection, options.clientKind);
        if (closed) return await leave(cluster, next);
        session = next;
        return watch(next);
      } catch (cause) {
        options.onReconnect?.(cause as Error);
        await sleep(pause, undefined, { ref: false });
      }
    }
  }
  return {
    connection,
    async close() {
      if (closed) return;
      closed = true;
      // Else it would start PostgreSQL once more behind us.
      await reviving;
      await leave(cluster, session);
    },
  };
}

async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((cause: Error) => {
    throw new OperatorError(`The data folder cannot be made: ${cause.message}. DATA_DIR names it.`, {
      exitCode: 73,
      cause,
    });
  });
}

/** Opens the session that holds our locks. Tries again while somebody else starts or stops PostgreSQL. */
async function enter(cluster: Cluster, connection: pg.ClientConfig, tenant: ClientKind): Promise<pg.Client> {
  const until = Date.now() + patience;
  for (;;) {
    try {
      const session = await connectOrStart(cluster, connection);
      await takeLocks(session, tenant, cluster.dataDir);
      return session;
    } catch (error) {
      if (Date.now() > until || (error instanceof OperatorError && error.exitCode === dataDirInUseExitCode))
        throw error;
      if (error instanceof OperatorError ? !(await reachable(connection)) : !isPassing(error)) throw error;
      await sleep(100);
    }
  }
}

async function connectOrStart(cluster: Cluster, connection: pg.ClientConfig): Promise<pg.Client> {
  try {
    return await connect(connection);
  } catch (error) {
    if (codeOf(error) === '3D000') await createDatabase(connection);
    else if (notRunning.has(codeOf(error))) await startCluster(cluster);
    else throw error;
    throw Object.assign(new Error('PostgreSQL has just been started'), { code: 'STARTED' });
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client({ ...connection, application_name: 'cuvee locks', connectionTimeoutMillis: 10_000 });
  // A session that breaks while a query runs also emits: the query's own rejection is what counts.
  session.on('error', () => {});
  await session.connect();
  return session;
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const session = await connect({ ...connection, database: 'postgres' });
  await session.query(`create database ${database}`).finally(() => session.end());
}

async function takeLocks(session: pg.Client, tenant: ClientKind, dataDir: string): Promise<void> {
  // Waits while the last tenant stops PostgreSQL, which then ends this session: we begin anew.
  await session.query('select pg_advisory_lock_shared($1)', [tenantsLock]);
  if (tenant === 'command') return;
  const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [ownerLock]);
  if (rows[0]?.mine) return;
  await session.end();
  throw new OperatorError(
    `Another Cuvée server is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    { exitCode: dataDirInUseExitCode },
  );
}

async function leave(cluster: Cluster, session: pg.Client): Promise<void> {
  const last = await session
    .query<{ last: boolean }>('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last', [tenantsLock])
    .then(({ rows }) => rows[0]?.last === true)
    // The session is broken: PostgreSQL is going down or gone, and stopping it again does no harm.
    .catch(() => true);
  if (last) await stopCluster(cluster.postgresDir);
  await session.end().catch(() => {});
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

const notRunning = new Set(['ENOENT', 'ECONNREFUSED']);

/** Somebody starts or stops PostgreSQL, or makes the database, at this moment; or it died under us. */
const passing = new Set(['STARTED', '57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', '42P04', '23505', '55006']);
const isPassing = (error: unknown): boolean =>
  passing.has(codeOf(error)) || (error instanceof Error && /terminated|timeout/i.test(error.message));

/** PostgreSQL did not start for us: perhaps because another process had just started it. */
const reachable = (connection: pg.ClientConfig): Promise<boolean> =>
  connect({ ...connection, database: 'postgres' }).then(
    (session) => session.end().then(() => true),
    (error) => codeOf(error) === '57P03',
  );

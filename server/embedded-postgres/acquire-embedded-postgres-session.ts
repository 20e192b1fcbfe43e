import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { type PostgresClusterConfig, postgresSuperuser, startPostgresDaemon } from './cluster.ts';
import { stopPostmaster } from './postmaster-process.ts';
import { postgresSocketPort } from './socket-folder.ts';

/**
 * The kind of process that uses the embedded database. Only one server may use a data folder; commands such as `site
 * import` may run beside it.
 */
export type EmbeddedDatabaseProcessKind = 'server' | 'command';

const database = 'cuvee';

/** Key of the advisory lock that a client of the kind `server` holds exclusively. */
const serverLock = 7_302_402;
/** Key of the advisory lock that all clients share. The client that stops PostgreSQL holds it exclusively. */
const clientsLock = 7_302_403;

/** Exit code of a second server that is started on the same data folder. */
export const dataDirInUse = 75;

const startTimeoutMs = 60_000;
const retryDelayMs = 100;

export const toSuperuserConnectionConfig = ({ socketDir }: PostgresClusterConfig): pg.ClientConfig => ({
  host: socketDir,
  port: postgresSocketPort,
  user: postgresSuperuser,
  database,
});

/**
 * Opens the database session that holds the locks of this process, and starts PostgreSQL if it is not running. Retries
 * while another process starts or stops PostgreSQL.
 * @throws OperatorError with exit code 75 if another server uses the data folder.
 */
export async function acquireEmbeddedPostgresSession(
  cluster: PostgresClusterConfig,
  clientKind: EmbeddedDatabaseProcessKind,
): Promise<pg.Client> {
  const connection = toSuperuserConnectionConfig(cluster);
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      const session = await connectOrStart(cluster, connection);
      await acquireLocks(session, clientKind, cluster.dataDir);
      return session;
    } catch (error) {
      if (Date.now() > deadline || (error instanceof OperatorError && error.exitCode === dataDirInUse)) throw error;
      if (error instanceof OperatorError ? !(await isReachable(connection)) : !isTransient(error)) throw error;
      await sleep(retryDelayMs);
    }
  }
}

/** Releases the locks of this process. The last client also stops PostgreSQL. */
export async function releaseEmbeddedPostgresSession(
  cluster: PostgresClusterConfig,
  session: pg.Client,
  postmasterPid: number | null,
): Promise<void> {
  const isLast = await session
    .query<{ isLast: boolean }>('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as "isLast"', [
      clientsLock,
    ])
    .then(({ rows }) => rows[0]?.isLast === true)
    // PostgreSQL is stopping or has stopped, so the connection is broken. Stopping it again is harmless.
    .catch(() => true);
  if (isLast) await stopPostmaster(cluster.postgresDir, postmasterPid);
  await session.end().catch(() => {});
}

async function connectOrStart(cluster: PostgresClusterConfig, connection: pg.ClientConfig): Promise<pg.Client> {
  try {
    return await connect(connection);
  } catch (error) {
    if (codeOf(error) === '3D000') await createDatabase(connection);
    else if (notRunningCodes.has(codeOf(error))) await startPostgresDaemon(cluster);
    else throw error;
    throw Object.assign(new Error('PostgreSQL has just been started'), { code: 'STARTED' });
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client({ ...connection, application_name: 'cuvee locks', connectionTimeoutMillis: 10_000 });
  // The error event is ignored, because a connection that breaks during a query also rejects that query, which is
  // handled.
  session.on('error', () => {});
  await session.connect();
  return session;
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const session = await connect({ ...connection, database: 'postgres' });
  await session.query(`create database ${database}`).finally(() => session.end());
}

async function acquireLocks(
  session: pg.Client,
  clientKind: EmbeddedDatabaseProcessKind,
  dataDir: string,
): Promise<void> {
  // Waits for the lock while the last client stops PostgreSQL. The end of PostgreSQL then breaks this session, and the
  // caller retries.
  await session.query('select pg_advisory_lock_shared($1)', [clientsLock]);
  if (clientKind === 'command') return;
  const { rows } = await session.query<{ isAcquired: boolean }>('select pg_try_advisory_lock($1) as "isAcquired"', [
    serverLock,
  ]);
  if (rows[0]?.isAcquired) return;
  await session.end();
  throw new OperatorError(
    `Another Cuvée server is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    { exitCode: dataDirInUse },
  );
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

const notRunningCodes = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Error codes after which another attempt may succeed: another process starts or stops PostgreSQL or creates the
 * database, or PostgreSQL crashed during the attempt.
 */
const transientCodes = new Set([
  'STARTED',
  '57P01',
  '57P02',
  '57P03',
  'ECONNRESET',
  'EPIPE',
  '42P04',
  '23505',
  '55006',
]);
const isTransient = (error: unknown): boolean =>
  transientCodes.has(codeOf(error)) || (error instanceof Error && /terminated|timeout/i.test(error.message));

/**
 * Checks whether PostgreSQL runs although starting it has failed, because another process may have started it just
 * before.
 */
const isReachable = (connection: pg.ClientConfig): Promise<boolean> =>
  connect({ ...connection, database: 'postgres' }).then(
    (session) => session.end().then(() => true),
    (error) => codeOf(error) === '57P03',
  );

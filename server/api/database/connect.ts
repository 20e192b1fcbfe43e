import { hostname } from 'node:os';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { readBackendPid } from './lock-wait.ts';
import { type ReportSlowStatement, reportSlowStatements } from './slow-statements.ts';

/**
 * The database connection pool with the rights of the database's owner. Requests must use `withSiteTransaction`
 * instead.
 */
export type Db = NodePgDatabase & { $client: pg.Pool };

interface ConnectOptions {
  poolSize?: number;
  statementTimeoutMs?: number;
  /** Maximum time in milliseconds for which a transaction may be idle. */
  idleInTransactionMs?: number;
  /** The part of the system that connects, which names the sessions in PostgreSQL. */
  purpose?: string;
  onError?: (error: Error) => void;
  onSlowStatement?: ReportSlowStatement | undefined;
}

/** The minimum server version, PostgreSQL 15, in the format of `server_version_num`. */
const minServerVersion = 150_000;

/** Maps property names such as `siteId` to column names such as `site_id`. */
export const columnCasing = 'snake_case';

/** Maximum length in bytes of a name in PostgreSQL. */
const maxNameLength = 63;

/** Names the sessions of a process in `pg_stat_activity`, with its purpose, process id and machine. */
export const toApplicationName = (purpose: string): string =>
  `cuvee ${purpose} ${process.pid}@${hostname()}`.slice(0, maxNameLength);

/**
 * Creates a connection pool. It connects when it is first used. The time limits are set after connecting, because a
 * pooler such as PgBouncer refuses them as startup parameters, or ignores them.
 */
export function createDatabasePool(connection: pg.PoolConfig, options: ConnectOptions = {}): Db {
  const { statementTimeoutMs = 15_000, idleInTransactionMs = 30_000, purpose = 'command' } = options;
  const pool = new pg.Pool({
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: toApplicationName(purpose),
    pipeline: true,
    ...connection,
    onConnect: (client) => setTimeLimits(client, statementTimeoutMs, idleInTransactionMs),
  });
  // Reports idle connections that the server closes. Without this listener the process would end; the pool opens new
  // connections by itself.
  pool.on('error', (error) => options.onError?.(error));
  // An `error` event without a listener would end the process when a connection in use breaks between two queries. It
  // needs no handling, because the next query on that connection fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (options.onSlowStatement) reportSlowStatements(pool, purpose, options.onSlowStatement);
  return drizzle(pool, { casing: columnCasing });
}

/** Sets the time limits of a session in milliseconds, in one round trip; 0 for none. */
export async function setTimeLimits(
  client: pg.ClientBase,
  statementTimeoutMs: number,
  idleInTransactionMs: number,
): Promise<void> {
  await client.query(
    `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
  );
}

/**
 * Checks that the database server can be reached and is recent enough.
 * @throws OperatorError
 */
export async function checkDatabaseServer(db: Db): Promise<void> {
  const version = await db.$client
    .query<{ version: number }>(`select current_setting('server_version_num')::integer as version`)
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(
        `Cannot connect to PostgreSQL: ${reason || 'no connection'}. Check DATABASE_URL, or unset it to use the embedded database.`,
        { exitCode: 69, cause },
      );
    });
  if ((version.rows[0]?.version ?? 0) < minServerVersion)
    throw new OperatorError('PostgreSQL 15 or newer is required; the server in DATABASE_URL is older.');
}

/**
 * Checks that the application role `cuvee_app` cannot bypass row-level security.
 * @throws OperatorError if the role could read the data of more than one site, or does not exist.
 */
export async function checkApplicationRole(db: Db): Promise<void> {
  const { rows } = await db.$client.query<{ rolsuper: boolean; rolbypassrls: boolean; ownsTables: boolean }>(
    `select rolsuper, rolbypassrls,
            exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p', 'v', 'm')) as "ownsTables"
       from pg_roles r where rolname = 'cuvee_app'`,
  );
  const role = rows[0];
  if (!role) throw new OperatorError('The database role "cuvee_app" does not exist; migrations create it.');
  if (role.rolsuper || role.rolbypassrls || role.ownsTables)
    throw new OperatorError(
      'The database role "cuvee_app" could read every site: it must not be a superuser, own tables or bypass row-level ' +
        'security. Run: ALTER ROLE cuvee_app NOSUPERUSER NOBYPASSRLS NOLOGIN',
    );
}

/** The code of the error with which PgBouncer refuses a transaction in statement mode. */
const protocolViolation = '08P01';

/** Number of attempts to recognise a pooler that gives another session to each transaction. */
const poolerProbes = 3;

/**
 * Checks that each connection has a PostgreSQL session of its own. Behind a pooler in transaction mode, advisory locks
 * and settings would stay on sessions of other clients, and notifications of changes would be lost.
 * @throws OperatorError
 */
export async function checkSessionPooling(db: Db): Promise<void> {
  const [first, second] = [await db.$client.connect(), await db.$client.connect()];
  try {
    for (let probe = 0; probe < poolerProbes; probe++)
      if (await haveSharedSession(first, second))
        throw new OperatorError(
          'DATABASE_URL leads to a pooler in transaction or statement mode. Locks, time limits and notifications need one ' +
            'session for each connection: set pool_mode = session (docs/operators/production.md), or connect directly.',
          { exitCode: 78 },
        );
  } finally {
    // The connections are closed, because a pooler may have ended one of them.
    first.release(true);
    second.release(true);
  }
}

/**
 * Checks whether a pooler serves two connections with the same session. The second connection then gets the session
 * that the first has just released, and the first another one.
 */
async function haveSharedSession(first: pg.ClientBase, second: pg.ClientBase): Promise<boolean> {
  const before = await readBackendPid(first);
  try {
    await second.query('begin');
  } catch (error) {
    if ((error as { code?: string }).code === protocolViolation) return true;
    throw error;
  }
  const other = await readBackendPid(second);
  const after = await readBackendPid(first);
  await second.query('commit');
  return before === other || before !== after;
}

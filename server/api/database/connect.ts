import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';

/**
 * The database connection pool with the rights of the database's owner. Requests must use `withSiteTransaction`
 * instead.
 */
export type Db = NodePgDatabase & { $client: pg.Pool };

export interface ConnectOptions {
  /** Maximum number of connections in the pool. */
  poolSize?: number;
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
}

/** The minimum server version, PostgreSQL 15, in the format of `server_version_num`. */
const minServerVersion = 150_000;

/** Maps property names such as `siteId` to column names such as `site_id`. */
export const columnCasing = 'snake_case';

/** Creates a connection pool. It connects when it is first used. */
export function createDatabasePool(connection: pg.PoolConfig, options: ConnectOptions = {}): Db {
  const pool = new pg.Pool({
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'cuvee',
    ...connection,
  });
  // Reports idle connections that the server closes. Without this listener the process would end; the pool opens new
  // connections by itself.
  pool.on('error', (error) => options.onError?.(error));
  // An `error` event without a listener would end the process when a connection in use breaks between two queries. It
  // needs no handling, because the next query on that connection fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { casing: columnCasing });
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

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';

/** The database as its owner sees it. Requests never use it directly: they enter a site with `withSiteTransaction`. */
export type Db = NodePgDatabase & { $client: pg.Pool };

export interface ConnectOptions {
  /** Connections at most. */
  poolSize?: number;
  /** Milliseconds after which a statement is cancelled. */
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
}

/** The oldest PostgreSQL that has all we use, as `server_version_num` says it. */
const minServerVersion = 150_000;

/** How the tables' columns are named: `siteId` in code is `site_id` in SQL. */
export const columnCasing = 'snake_case';

/** Opens a pool. It connects when first used. */
export function openPool(connection: pg.PoolConfig, options: ConnectOptions = {}): Db {
  const pool = new pg.Pool({
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'cuvee',
    ...connection,
  });
  // An idle connection that the server ends is no fault of a request: the pool opens another.
  pool.on('error', (error) => options.onError?.(error));
  // One that breaks while somebody has it, between two queries, would end the process: its next query fails instead.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, { casing: columnCasing });
}

/** What runs queries on a connection, made once for each. */
const drizzleByClient = new WeakMap<pg.PoolClient, NodePgDatabase>();

/**
 * Runs `work` in a transaction on a connection of its own, and gives the connection back whatever happens. `transaction`
 * of the pool's own `db` keeps one that was lost before its first statement for good, until none is left.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Parameters<Parameters<Db['transaction']>[0]>[0]) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await db.$client.connect();
  try {
    const known = drizzleByClient.get(client) ?? drizzle(client, { casing: columnCasing });
    drizzleByClient.set(client, known);
    return await known.transaction(work, config);
  } finally {
    client.release();
  }
}

/** @throws OperatorError where the server cannot be reached or is too old. */
export async function checkServer(db: Db): Promise<void> {
  const version = await db.$client
    .query<{ version: number }>(`select current_setting('server_version_num')::integer as version`)
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError(
        `PostgreSQL does not answer: ${reason || 'no connection'}. DATABASE_URL says where it is; unset, the embedded one is used.`,
        { exitCode: 69, cause },
      );
    });
  if ((version.rows[0]?.version ?? 0) < minServerVersion)
    throw new OperatorError('PostgreSQL 15 or newer is needed; the one that DATABASE_URL names is older.');
}

/**
 * Row-level security holds only for a role that cannot step around it.
 * @throws OperatorError where `cuvee_app` could see more than one site.
 */
export async function checkAppRole(db: Db): Promise<void> {
  const { rows } = await db.$client.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
    `select rolsuper, rolbypassrls,
            exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p', 'v', 'm')) as owns
       from pg_roles r where rolname = 'cuvee_app'`,
  );
  const role = rows[0];
  if (!role) throw new OperatorError('The database has no role "cuvee_app"; migrations make it.');
  if (role.rolsuper || role.rolbypassrls || role.owns)
    throw new OperatorError(
      'The database role "cuvee_app" could read every site: it must be no superuser, own no table and have NOBYPASSRLS. ' +
        'Put it right with: ALTER ROLE cuvee_app NOSUPERUSER NOBYPASSRLS NOLOGIN',
    );
}

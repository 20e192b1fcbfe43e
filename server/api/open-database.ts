import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EmbeddedDatabaseProcessKind } from '#server/embedded-postgres/acquire-embedded-postgres-session.ts';
import { openEmbeddedPostgresAsSuperuser } from '#server/embedded-postgres/embedded-postgres.ts';
import { ensureOwner } from '#server/embedded-postgres/ensure-owner.ts';
import {
  checkApplicationRole,
  checkDatabaseServer,
  checkSessionPooling,
  createDatabasePool,
  type Db,
} from './database/connect.ts';
import { printLockWait, type ReportLockWait } from './database/lock-wait.ts';
import { migrate } from './database/migrate.ts';
import { assertSchemaComplete } from './database/schema-check.ts';
import type { ReportSlowStatement } from './database/slow-statements.ts';
import { prepareJobTables } from './jobs/prepare-jobs.ts';

interface DatabaseLocation {
  /** Connection string of PostgreSQL; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

interface OpenDatabaseOptions {
  clientKind: EmbeddedDatabaseProcessKind;
  poolSize?: number;
  /** The part of the system that connects, such as `api`. It names the sessions in PostgreSQL. */
  purpose?: string;
  /** False leaves the database schema unchanged, for commands that only read. */
  migrates?: boolean;
  /**
   * True, by default, if the embedded database flushes each commit to disk. Tests set false, which is faster but loses
   * data on a crash.
   */
  isDurable?: boolean;
  onError?: (error: Error) => void;
  onSlowStatement?: ReportSlowStatement;
  /** Reports a long wait for the migration lock; by default on standard error. */
  onLockWait?: ReportLockWait;
}

export interface OpenedDatabase {
  db: Db;
  /** Connection settings for database connections outside the pool, such as the connection that listens for changes. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

const poolCloseTimeoutMs = 3_000;

/**
 * Opens the database and, unless `migrates` is false, applies migrations and prepares the job queue.
 * @throws OperatorError if the database cannot be used.
 */
export async function openDatabase(config: DatabaseLocation, options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { connection, close } = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, close: async () => {} }
    : await openEmbedded(config.dataDir, options);
  const db = createDatabasePool(connection, options);
  const closeAll = async () => {
    // Waits for the pool for a limited time only, because a query that does not end must not keep the embedded database
    // running.
    await Promise.race([db.$client.end(), sleep(poolCloseTimeoutMs, undefined, { ref: false })]);
    await close();
  };
  try {
    await checkDatabaseServer(db);
    await checkSessionPooling(db);
    if (options.migrates ?? true) {
      await migrate(db, prepareJobTables, { onLockWait: options.onLockWait ?? printLockWait });
      await assertSchemaComplete(db.$client);
      await checkApplicationRole(db);
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { db, connection, close: closeAll };
}

/** Opens the embedded database. Its superuser is only used to create the role as which the server then connects. */
export async function openEmbedded(dataDir: string, options: OpenDatabaseOptions) {
  const postgres = await openEmbeddedPostgresAsSuperuser(dataDir, { ...options, onReconnect: options.onError });
  try {
    return { connection: await ensureOwner(postgres.connection), close: postgres.close };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

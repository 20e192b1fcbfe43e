import type pg from 'pg';
import { type ClientKind, openEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts';
import { checkAppRole, checkServer, type Db, openPool } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { prepareJobs } from './jobs/prepare-jobs.ts';

export interface DatabaseConfig {
  /** null: the embedded one in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

export interface DatabaseOptions {
  clientKind: ClientKind;
  poolSize?: number;
  /** Only for the embedded database; false: faster and unsafe, for tests. */
  isDurable?: boolean;
  onError?: (error: Error) => void;
}

export interface Database {
  db: Db;
  /** For sessions of their own, such as the one that listens. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

/**
 * Opens the database, migrated and with the schema of the jobs.
 * @throws OperatorError where it cannot be used, with what to do about it.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions): Promise<Database> {
  const { connection, close } = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, close: async () => {} }
    : await openEmbeddedPostgres(config.dataDir, { ...options, onReconnect: options.onError });
  const db = openPool(connection, options);
  const closeAll = async () => {
    await db.$client.end();
    await close();
  };
  try {
    await checkServer(db);
    await migrate(db, prepareJobs);
    await checkAppRole(db);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { db, connection, close: closeAll };
}

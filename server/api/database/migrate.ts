import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { OperatorError } from '#server/operator-error.ts';
import { migrationsFolder } from './applied-migrations.ts';
import { assertMigrationsSupported } from './check-schema.ts';
import { type Db, setTimeLimits } from './connect.ts';
import { storeOldestSupportedMigration } from './contractions.ts';
import { copyEarlierMigrationsToTemporaryFolder } from './copy-earlier-migrations-to-temporary-folder.ts';
import { enforceRowLevelSecurity } from './enforce-row-level-security.ts';
import { acquireReportedLock, printLockWait, type ReportLockWait, readBackendPid } from './lock-wait.ts';
import { schemaChangesChannel } from './schema-check.ts';

/** Key of the advisory lock that serialises migrations, unique within this database. */
const migrationLock = 7_302_401;

export interface MigrateOptions {
  /** Creation time of the last migration to apply; by default all migrations are applied. */
  lastMigration?: number;
  onLockWait?: ReportLockWait;
}

/**
 * Applies migrations and row-level security under an advisory lock, so that replicas do not do so at the same time, and
 * notifies running APIs, which check the schema. A schema that a newer version has migrated is left unchanged.
 * @param afterwards Runs under the same lock after the migrations.
 * @throws OperatorError if this version does not work with the migrations of a newer one.
 */
export async function migrate(
  db: Db,
  afterwards: (db: Db) => Promise<void>,
  { lastMigration, onLockWait: report = printLockWait }: MigrateOptions = {},
): Promise<void> {
  const partial = lastMigration === undefined ? null : await copyEarlierMigrationsToTemporaryFolder(lastMigration);
  const client = await db.$client.connect();
  try {
    await setTimeLimits(client, 0, 0);
    const waitingPid = await readBackendPid(client);
    await acquireReportedLock(db.$client, { lock: 'migration', waitingPid, report }, () =>
      client.query('select pg_advisory_lock($1)', [migrationLock]),
    );
    if (await assertMigrationsSupported(client)) return;
    await storeOldestSupportedMigration(client, lastMigration ?? Number.POSITIVE_INFINITY);
    await applyMigrations(drizzle(client), { migrationsFolder: partial?.dir ?? migrationsFolder });
    await enforceRowLevelSecurity(client);
    await afterwards(db);
    await client.query(`notify ${schemaChangesChannel}`);
  } catch (cause) {
    throw explainMigrationError(cause);
  } finally {
    // Ends the database session, which releases the lock and discards the session's settings.
    client.release(true);
    await partial?.remove();
  }
}

function explainMigrationError(cause: unknown): unknown {
  const code =
    (cause as { code?: string; cause?: { code?: string } }).code ??
    (cause as { cause?: { code?: string } }).cause?.code;
  if (code !== '42501') return cause;
  return new OperatorError(
    'The database user lacks privileges. It must own the database and either have CREATEROLE, to create the role ' +
      '"cuvee_app", or an administrator creates that role first: CREATE ROLE cuvee_app NOLOGIN; GRANT cuvee_app TO <user>;',
    { cause },
  );
}

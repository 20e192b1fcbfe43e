import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { OperatorFault } from '#server/operator-fault.ts';
import type { Db } from './connect.ts';
import { protectTables } from './protect-tables.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that no other use of advisory locks in this database has. */
const migrationLock = 7_302_401;

/**
 * Brings the schema up to date. Replicas that start together wait for the first one.
 * @param afterwards runs under the same lock.
 */
export async function migrate(db: Db, afterwards: (db: Db) => Promise<void>): Promise<void> {
  const client = await db.$client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder });
    await protectTables(client);
    await afterwards(db);
  } catch (cause) {
    throw migrationFault(cause);
  } finally {
    // Ends the session, and the lock and settings with it.
    client.release(true);
  }
}

function migrationFault(cause: unknown): unknown {
  const code =
    (cause as { code?: string; cause?: { code?: string } }).code ??
    (cause as { cause?: { code?: string } }).cause?.code;
  if (code !== '42501') return cause;
  return new OperatorFault(
    'The database user may not prepare the database. It must own the database and be allowed to make the role ' +
      '"cuvee_app" (CREATEROLE), or an administrator makes that role first: CREATE ROLE cuvee_app NOLOGIN; GRANT cuvee_app TO <user>;',
    { cause },
  );
}

import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import { migrationsFolder, readMigrationJournal } from './applied-migrations.ts';
import { type Db, setTimeLimits } from './connect.ts';
import { storeOldestSupportedMigration } from './contractions.ts';
import { acquireReportedLock, printLockWait, type ReportLockWait, readBackendPid } from './lock-wait.ts';
import { assertMigrationsSupported, schemaChangesChannel } from './schema-check.ts';

/** Key of the advisory lock that serialises migrations, unique within this database. */
const migrationLock = 7_302_401;

interface MigrateOptions {
  /** Creation time of the last migration to apply; by default all migrations are applied. */
  lastMigration?: number;
  onLockWait?: ReportLockWait;
}

/** Copies migrations created until `lastMigration` into a temporary folder, as drizzle only applies whole folders. */
async function copyEarlierMigrations(lastMigration: number): Promise<{ dir: string; remove(): Promise<void> }> {
  const journal = readMigrationJournal();
  const entries = journal.entries.filter(({ when }) => when <= lastMigration);
  const dir = await mkdtemp(join(tmpdir(), 'cuvee-migrations-'));
  await mkdir(join(dir, 'meta'));
  await writeFile(join(dir, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(dir, `${tag}.sql`));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/**
 * Forces row-level security, also for the tables' owner, on `sites` and every table with a `site_id`. Only then is
 * `cuvee_app` granted access to the table, so that it cannot read an unprotected table at all. The function is
 * idempotent and runs after migrations.
 */
async function enforceRowLevelSecurity(client: pg.ClientBase): Promise<void> {
  await client.query(protection);
}

const ownSite = (column: string) => `${column} = nullif(current_setting('app.site_id', true), '')::integer`;

const protection = `
do $$
declare
  protected regclass;
begin
  -- Since PostgreSQL 16, having created the role is not enough to SET ROLE to it.
  begin
    set local role cuvee_app;
    reset role;
  exception when insufficient_privilege then
    execute format('grant cuvee_app to %I', current_user);
  end;
  grant usage on schema public to cuvee_app;

  for protected in
    select c.oid from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (c.relname = 'sites' or exists (
             select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped))
       and not (c.relrowsecurity and c.relforcerowsecurity
                and exists (select from pg_policy p where p.polrelid = c.oid))
  loop
    execute format('alter table %s enable row level security, force row level security', protected);
    if protected = 'public.sites'::regclass then
      -- Every site may list the sites, but only change itself.
      create policy all_known on sites for select using (true);
      create policy own_new on sites for insert with check (${ownSite('id')});
      create policy own_change on sites for update using (${ownSite('id')});
      grant select, insert, update on sites to cuvee_app;
    else
      execute format('create policy own_site on %s using (${ownSite('site_id').replaceAll("'", "''")})', protected);
      execute format('grant select, insert, update, delete on %s to cuvee_app', protected);
    end if;
  end loop;
end
$$`;

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
  const partial = lastMigration === undefined ? null : await copyEarlierMigrations(lastMigration);
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

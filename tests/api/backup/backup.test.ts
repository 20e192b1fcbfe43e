import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hostingChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-tables.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { type BackupManifest, readBackupManifest } from '#server/backup/backup-manifest.ts';
import { findBackupIssues } from '#server/backup/check-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { recordSingleMigrations, singleMigrationTimes } from '#tests/support/fixtures/single-migrations.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { copyWithNextMigration } from '#tests/support/servers/newer-version.ts';
import { createDatabaseOfOrdinaryOwner } from '#tests/support/servers/owned-database.ts';
import { runScript } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const source = await openTestDatabase();
const filesDir = await createTemporaryFolder();
const sitesDir = await createTemporaryFolder();
const siteFolders = new Map([['first', join(sitesDir, 'first')]]);
const backupDir = join(await createTemporaryFolder(), 'backup');
let manifest: BackupManifest;

const backUp = (dir: string, options = {}) =>
  writeBackup({ connection: source.connection, filesDir, siteFolders }, dir, options);

beforeAll(async () => {
  for (const id of [40, 41]) {
    const mark = `Estate ${id} \\. "quoted",\ttab\nand line`;
    await seedEstate(source.db, filesDir, { id, mark });
    await seedShopSettings(source.db, id);
    const customer = await createCustomer(source, { site: id, email: `camille@${id}.example` });
    await seedOrder(source, customer);
    await withSiteTransaction(source.db, id, async (tx) => {
      await tx.execute(sql`update sites set folder = ${id === 40 ? 'first' : 'other'} where id = ${id}`);
      await queueMail(tx, { kind: 'test', to: customer.email, lang: 'en', subject: mark, blocks: [] });
    });
  }
  await copyStarterSite(sitesDir, 'first', 40);
  manifest = await backUp(backupDir);
});

/**
 * Restores a backup into the database at a URL, or into a new embedded database without one.
 * @returns The database with the folders of its files and sites.
 */
async function restore(databaseUrl: string | null, options = {}, from = backupDir) {
  const dataDir = await createTemporaryFolder();
  const target = { filesDir: join(dataDir, 'files'), sitesDir: join(dataDir, 'sites') };
  const database = await openDatabase(
    { databaseUrl, dataDir },
    { clientKind: 'server', migrates: false, isDurable: false, onError: () => {} },
  );
  onTestFinished(() => database.close());
  await restoreBackup({ ...target, ...database }, from, await readBackupManifest(from), options);
  return { ...target, database };
}

/** Reads the rows of all tables of a site in a fixed order, for comparison. */
async function readSiteContent({ db }: Pick<OpenedDatabase, 'db'>, siteId: number): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  await withSiteTransaction(db, siteId, async (tx) => {
    for (const table of Object.keys(manifest.sites[0]?.rows ?? {})) {
      const { rows } = await tx.execute<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t
             where coalesce(to_jsonb(t) ->> 'site_id', to_jsonb(t) ->> 'id') = ${String(siteId)} order by 1`,
      );
      content[table] = rows.map(({ row }) => row);
    }
  });
  return content;
}

const readJobs = async ({ db }: Pick<OpenedDatabase, 'db'>) =>
  (
    await db.$client.query(
      `select t.identifier, j.payload::text, j.max_attempts from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 2`,
    )
  ).rows;

async function expectEqualContent(database: OpenedDatabase): Promise<void> {
  for (const id of [40, 41]) expect(await readSiteContent(database, id)).toEqual(await readSiteContent(source, id));
  expect(await readJobs(database)).toEqual(await readJobs(source));
}

test('a backup states the numbers of rows, jobs and files of each site', () => {
  expect(manifest.sites.map(({ id, jobs }) => [id, jobs])).toEqual([
    [40, 1],
    [41, 1],
  ]);
  expect(manifest.sites[0]?.rows).toMatchObject({ sites: 1, users: 1, orders: 1, order_lines: 1, mails: 1 });
  // The original file of one seeded picture is missing, so the backup reports it.
  expect(manifest.missingFiles).toEqual(['0'.repeat(64)]);
  expect(manifest.siteFolders.map(({ folder }) => folder)).toEqual(['first']);
});

test('a backup can be read by its owner alone', async () => {
  expect((await stat(backupDir)).mode & 0o077).toBe(0);
});

describe('a restore', () => {
  test('copies the rows, jobs and files into a database whose owner is no superuser', async () => {
    const restored = await restore(await createDatabaseOfOrdinaryOwner());
    await expectEqualContent(restored.database);
    for (const { hash, bytes } of manifest.files)
      expect((await stat(toStoredFilePath(restored.filesDir, hash))).size).toBe(bytes);
    expect(await readFile(join(restored.sitesDir, 'first/site.json'), 'utf8')).toBe(
      await readFile(join(sitesDir, 'first/site.json'), 'utf8'),
    );
  });

  test('copies the rows and jobs into the embedded database', async () => {
    const restored = await restore(null);
    await expectEqualContent(restored.database);
  });

  test('never assigns the ids of restored rows again', async () => {
    const { database } = await restore(await createDatabaseOfOrdinaryOwner());
    const customer = await createCustomer(database, { site: 40, email: 'new@mail.example' });
    const ids = await withSiteTransaction(source.db, 41, (tx) =>
      tx.execute<{ id: number }>(sql`select max(id) as id from users`),
    );
    expect(customer.id).toBeGreaterThan(ids.rows[0]?.id ?? 0);
  });

  test('restores one site without the others, and refuses a site that exists', async () => {
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    const first = await restore(databaseUrl, { siteId: 41 });
    const { rows } = await first.database.db.$client.query('select id from sites');
    expect(rows).toEqual([{ id: 41 }]);
    expect(await readSiteContent(first.database, 41)).toEqual(await readSiteContent(source, 41));
    await expect(restore(databaseUrl)).rejects.toThrow('The database already has');
    const second = await restore(databaseUrl, { siteId: 40 });
    await expectEqualContent(second.database);
  });

  test('refuses a site if another estate has one of its hosts, and announces a restored site to the storefronts', async () => {
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    const { database } = await restore(databaseUrl, { siteId: 41 });
    const [{ hosts } = { hosts: [] }] = await source.db.select().from(sites).where(eq(sites.id, 40));
    const setHosts = (name: string) =>
      withSiteTransaction(database.db, 41, (tx) =>
        tx
          .update(sites)
          .set({ hosts: [{ name, lang: 'fr_FR' }], hostingEditedAt: new Date() })
          .where(eq(sites.id, 41)),
      );
    for (const name of [hosts[0]!.name, `shop.${hosts[0]!.name}`]) {
      await setHosts(name);
      await expect(restore(databaseUrl, { siteId: 40 })).rejects.toMatchObject({ exitCode: 73 });
    }
    await setHosts('elsewhere.example');
    const client = new pg.Client(database.connection);
    await client.connect();
    onTestFinished(() => client.end());
    const announced: unknown[] = [];
    client.on('notification', ({ channel, payload }) => void announced.push([channel, payload]));
    await client.query(`listen ${hostingChangesChannel}`);
    await restore(databaseUrl, { siteId: 40 });
    await expect.poll(() => announced).toEqual([[hostingChangesChannel, '40']]);
  });

  test('pauses newsletters that were being sent and makes drafts of scheduled ones, in the restored site alone', async () => {
    const change = (work: Parameters<typeof withSiteTransaction<unknown>>[2]) =>
      Promise.all([40, 41].map((id) => withSiteTransaction(source.db, id, work)));
    onTestFinished(async () => void (await change((tx) => tx.delete(newsletterIssues))));
    const sendAt = new Date('2030-01-01T08:00:00Z');
    const content = { listId: 1, subject: { en: 'News' }, preheader: {}, blocks: [], sendAt };
    const states = ['SENDING', 'SCHEDULED', 'SENT'] as const;
    await change((tx) =>
      tx.insert(newsletterIssues).values(states.map((state, index) => ({ ...content, id: 900 + index, state }))),
    );
    const dir = join(await createTemporaryFolder(), 'newsletters');
    await backUp(dir);
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    const { database } = await restore(databaseUrl, { siteId: 41 }, dir);
    const readStates = (id: number) =>
      withSiteTransaction(database.db, id, (tx) =>
        tx
          .select({ state: newsletterIssues.state, sendAt: newsletterIssues.sendAt })
          .from(newsletterIssues)
          .orderBy(newsletterIssues.id),
      );
    const stopped = [
      { state: 'PAUSED', sendAt },
      { state: 'DRAFT', sendAt: null },
      { state: 'SENT', sendAt },
    ];
    expect(await readStates(41)).toEqual(stopped);
    await withSiteTransaction(database.db, 41, (tx) => tx.update(newsletterIssues).set({ state: 'SENDING' }));
    await restore(databaseUrl, { siteId: 40 }, dir);
    expect(await readStates(40)).toEqual(stopped);
    expect((await readStates(41)).map(({ state }) => state)).toEqual(['SENDING', 'SENDING', 'SENDING']);
  });

  test('migrates the restored rows of a backup that an earlier version made', async () => {
    const nextVersion = await copyWithNextMigration();
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    const restoreWithNextVersion = async (...args: string[]) =>
      runScript(
        'server/cli/db.ts',
        ['restore', backupDir, ...args],
        { DATABASE_URL: databaseUrl, DATA_DIR: await createTemporaryFolder() },
        '',
        nextVersion,
      );
    expect(await restoreWithNextVersion('--site', '40')).toMatchObject({ code: 0 });
    const { db, close } = await openDatabase(
      { databaseUrl, dataDir: '' },
      { clientKind: 'command', migrates: false, onError: () => {} },
    );
    onTestFinished(close);
    // The migration of that version copies slugs of the products that it finds.
    const { rows } = await withSiteTransaction(db, 40, (tx) =>
      tx.execute(
        sql`select count(*)::integer as all, count(next)::integer as migrated from products where next = slug`,
      ),
    );
    expect(rows).toEqual([{ all: 5, migrated: 5 }]);
    const again = await restoreWithNextVersion('--site', '41');
    expect([again.code, again.output]).toEqual([65, expect.stringContaining('newer schema than the backup')]);
  });

  test('reads a backup of a database that has the single migrations, and refuses one that lacks some of them', async () => {
    const older = await openTestDatabase();
    await seedEstate(older.db, filesDir, { id: 50, mark: 'Estate 50' });
    await recordSingleMigrations(older.db);
    const dir = join(await createTemporaryFolder(), 'single');
    const { migrations } = await writeBackup({ connection: older.connection, filesDir, siteFolders: new Map() }, dir);
    expect(migrations).toEqual(singleMigrationTimes);
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    const { database } = await restore(databaseUrl, {}, dir);
    expect(await readSiteContent(database, 50)).toEqual(await readSiteContent(older, 50));
    // A backup of this version fits a database that has the single migrations.
    await recordSingleMigrations(database.db);
    await restore(databaseUrl, { siteId: 40 });

    const path = join(dir, 'manifest.json');
    const changed = { ...JSON.parse(await readFile(path, 'utf8')), migrations: singleMigrationTimes.slice(0, -1) };
    await writeFile(path, JSON.stringify(changed));
    await expect(restore(await createDatabaseOfOrdinaryOwner(), {}, dir)).rejects.toThrow(
      'The backup is older than the first release of Cuvée',
    );
  });

  test('refuses a backup made by a newer version', async () => {
    const changed = join(await createTemporaryFolder(), 'changed');
    await cp(backupDir, changed, { recursive: true });
    const write = (values: Partial<BackupManifest>) =>
      writeFile(join(changed, 'manifest.json'), JSON.stringify({ ...manifest, ...values }));
    await write({ migrations: [...manifest.migrations, 9_999_999_999_999] });
    await expect(restore(await createDatabaseOfOrdinaryOwner(), {}, changed)).rejects.toThrow('newer version of Cuvée');
  });

  test('is rolled back if the rows are fewer than the backup states', async () => {
    const changed = join(await createTemporaryFolder(), 'changed');
    await cp(backupDir, changed, { recursive: true });
    const sites = structuredClone(manifest.sites);
    for (const site of sites) site.rows.users = 2;
    await writeFile(join(changed, 'manifest.json'), JSON.stringify({ ...manifest, sites }));
    const databaseUrl = await createDatabaseOfOrdinaryOwner();
    await expect(restore(databaseUrl, {}, changed)).rejects.toThrow('users has 1 rows instead of 2');
    const restored = await restore(databaseUrl);
    await expectEqualContent(restored.database);
  });
});

describe('the check of a backup', () => {
  test('finds nothing in a valid backup', async () => {
    expect(await findBackupIssues(backupDir, manifest)).toEqual([]);
  });

  test('finds damaged dumps, files and site folders', async () => {
    const damaged = join(await createTemporaryFolder(), 'damaged');
    await cp(backupDir, damaged, { recursive: true });
    const hash = manifest.files[0]?.hash ?? '';
    await writeFile(toStoredFilePath(join(damaged, 'files'), hash), 'changed');
    await writeFile(join(damaged, 'sites/41.copy.gz'), 'changed');
    await rm(join(damaged, 'site-folders/first/site.json'));
    expect((await findBackupIssues(damaged, manifest)).sort()).toEqual([
      'first/site.json is missing or damaged',
      'the dump of site 41 is missing or damaged',
      `the file ${hash} is missing or damaged`,
    ]);
  });

  test('refuses a folder without a manifest and a manifest with a path out of the backup', async () => {
    await expect(readBackupManifest(sitesDir)).rejects.toThrow('not a complete backup');
    const changed = join(await createTemporaryFolder(), 'changed');
    await cp(backupDir, changed, { recursive: true });
    const siteFolders = structuredClone(manifest.siteFolders);
    siteFolders[0]!.files[0]!.path = '../../etc/passwd';
    await writeFile(join(changed, 'manifest.json'), JSON.stringify({ ...manifest, siteFolders }));
    await expect(readBackupManifest(changed)).rejects.toThrow('damaged or of another version');
  });
});

test('a backup lists originals that are missing, and does not replace an existing folder', async () => {
  const emptyFilesDir = await createTemporaryFolder();
  const dir = join(await createTemporaryFolder(), 'incomplete');
  const incomplete = await writeBackup(
    { connection: source.connection, filesDir: emptyFilesDir, siteFolders: new Map() },
    dir,
    { siteId: 40 },
  );
  expect([incomplete.files, incomplete.missingFiles.length > 0]).toEqual([[], true]);
  await expect(backUp(dir)).rejects.toMatchObject({ exitCode: 73 });
});

test('a failed backup leaves nothing behind', async () => {
  const parent = await createTemporaryFolder();
  await expect(backUp(join(parent, 'backup'), { siteId: 99 })).rejects.toThrow('The database has no site 99');
  expect(await readdir(parent)).toEqual([]);
});

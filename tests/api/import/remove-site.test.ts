import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { lockStoredFiles, storeFile, toStoredFilePath } from '#server/api/media/file-store.ts';
import { files } from '#server/api/media/media-tables.ts';
import { purgeRemovedSite } from '#server/backup/erase-site.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { importSite } from '#server/import/import-site.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { runScript, runScriptHere } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await openTestDatabase();
const dataDir = await createTemporaryFolder();
const filesDir = join(dataDir, 'files');
const sitesDir = await createTemporaryFolder();
const env = { SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: database.url };

const site = (args: string[], input = '') => runScriptHere('server/cli/site.ts', args, env, input);
const storedSite = async (id: number) => (await database.db.select().from(sites).where(eq(sites.id, id)))[0];
const countRows = (id: number, table: string) =>
  withSiteTransaction(database.db, id, async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::integer as count from ${sql.identifier(table)}`,
    );
    return rows[0]?.count;
  });
const storedFiles = async () => (await readdir(filesDir, { recursive: true })).filter((path) => path.includes('/'));

/**
 * Stores a file that the site has used and no longer uses.
 * @returns The path of the file.
 */
async function createUnreferencedFile(id: number): Promise<string> {
  const hash = await storeFile(filesDir, Buffer.from(`wOF2 of ${id}`));
  const row = {
    id: 999,
    path: 'uploads/unreferenced.woff2',
    name: 'unreferenced.woff2',
    hash,
    type: 'font/woff2',
    bytes: 10,
  };
  await withSiteTransaction(database.db, id, async (tx) => {
    await tx.insert(files).values(row);
    await tx.delete(files).where(eq(files.id, row.id));
  });
  return toStoredFilePath(filesDir, hash);
}

beforeAll(async () => {
  for (const [name, id] of [
    ['leaving', 42],
    ['staying', 43],
  ] as const) {
    const dir = await copyStarterSite(sitesDir, name, id);
    // The media of the two sites differ only in this file, so all other stored files belong to both.
    await writeFile(
      join(dir, 'media/logos/logo.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>${name}</title></svg>`,
    );
    await importSite({ db: database.db, filesDir }, dir);
    const customer = await createCustomer(database, { site: id, email: 'camille@mail.example' });
    await seedOrder(database, customer);
    await withSiteTransaction(database.db, id, (tx) =>
      queueMail(tx, { kind: 'test', to: customer.email, lang: 'en', subject: 'x', blocks: [] }),
    );
  }
});

describe('npm run site -- remove', () => {
  test('takes a site offline, keeps its data, and an import brings it back', async () => {
    expect(await site(['remove', 'leaving'])).toMatchObject({ code: 0, output: expect.stringContaining('is offline') });
    expect(existsSync(join(sitesDir, 'leaving'))).toBe(false);
    expect((await storedSite(42))?.removedAt).toBeInstanceOf(Date);
    expect(await countRows(42, 'orders')).toBe(1);
    expect((await site(['list'])).output).toMatch(/42 +leaving .*\(removed, data kept\)/);
    await rename(join(sitesDir, '.removed-leaving'), join(sitesDir, 'leaving'));
    expect(await site(['import', 'leaving'])).toMatchObject({ code: 0 });
    expect((await storedSite(42))?.removedAt).toBeNull();
  });

  test.each(['', 'staying', 'yes'])('--purge changes nothing if %j is entered to confirm', async (confirmation) => {
    expect(await site(['remove', 'leaving', '--purge'], confirmation && `${confirmation}\n`)).toMatchObject({
      code: 64,
    });
    expect((await storedSite(42))?.removedAt).toBeNull();
    expect(existsSync(join(sitesDir, 'leaving'))).toBe(true);
  });

  test('--purge erases nothing while files are missing in the export', async () => {
    await rename(filesDir, `${filesDir}-unmounted`);
    try {
      const attempt = await site(['remove', 'leaving', '--purge', '--to', join(dataDir, 'incomplete')], 'leaving\n');
      expect(attempt).toMatchObject({ code: 74, output: expect.stringContaining('Nothing was erased') });
    } finally {
      await rm(filesDir, { recursive: true, force: true });
      await rename(`${filesDir}-unmounted`, filesDir);
    }
    expect(await storedSite(42)).toMatchObject({ purgedAt: null, name: 'Domaine leaving' });
    expect(await countRows(42, 'orders')).toBe(1);
  });

  test('--purge exports and erases one site, keeps its id, and the export restores it', async () => {
    const filesBefore = await storedFiles();
    const unreferenced = await createUnreferencedFile(42);
    const converted = join(dataDir, 'cache/images/42/converted.webp');
    await mkdir(dirname(converted), { recursive: true });
    await writeFile(converted, '');
    const to = join(dataDir, 'export');
    const keyBefore = (await storedSite(42))?.domainVerificationKey;
    const args = ['remove', 'leaving', '--purge', '--to', to];
    expect(await runScript('server/cli/site.ts', args, env, 'leaving\n')).toMatchObject({
      code: 0,
      output: expect.stringContaining('All data of site 42 were erased'),
    });
    for (const table of ['users', 'orders', 'order_lines', 'mails', 'products', 'import_rows'])
      expect([table, await countRows(42, table)]).toEqual([table, 0]);
    const { rows } = await database.db.$client.query(
      `select payload ->> 'site' as site from graphile_worker._private_jobs`,
    );
    expect(rows).toEqual([{ site: '43' }]);
    expect(await storedSite(42)).toMatchObject({ folder: 'leaving', name: '', purgedAt: expect.any(Date) });
    expect((await storedSite(42))?.domainVerificationKey).not.toBe(keyBefore);
    expect([await countRows(43, 'orders'), await countRows(43, 'users')]).toEqual([1, 1]);
    expect(await storedFiles()).toHaveLength(filesBefore.length - 1);
    expect([existsSync(unreferenced), existsSync(converted)]).toEqual([false, false]);
    expect(await countRows(42, 'unreferenced_files')).toBe(0);
    expect((await site(['import', 'staying'])).output).toContain('no changes');

    expect(await site(['new', 'leaving', '--id', '42'])).toMatchObject({ code: 65 });
    const restored = await runScript('server/cli/db.ts', ['restore', to, '--site', 'leaving'], env);
    expect(restored).toMatchObject({ code: 0 });
    expect((await storedFiles()).sort()).toEqual(filesBefore.sort());
    expect((await site(['import', 'leaving'])).output).toContain('no changes');
    expect(await storedSite(42)).toMatchObject({ removedAt: null, purgedAt: null, name: 'Domaine leaving' });
    expect(await countRows(42, 'orders')).toBe(1);
  });
});

test('a site that has changed since its export is not erased', async () => {
  const source = { connection: database.connection, filesDir, dataDir };
  const dir = join(dataDir, 'outdated');
  const { sites: exported } = await writeBackup({ ...source, siteFolders: new Map() }, dir, { siteId: 43 });
  await seedOrder(database, { id: 1, site: 43, email: 'late@mail.example' });
  await expect(purgeRemovedSite(source, exported[0]!)).rejects.toThrow('changed since the export');
  expect(await countRows(43, 'orders')).toBe(2);
});

test('erasing waits for a transaction that stores files, and other uploads do not wait for it', async () => {
  const source = { connection: database.connection, filesDir, dataDir };
  const unreferenced = await createUnreferencedFile(43);
  const { sites: exported } = await writeBackup({ ...source, siteFolders: new Map() }, join(dataDir, 'latest'), {
    siteId: 43,
  });
  const lockFiles = (action: () => Promise<void>) =>
    withSiteTransaction(database.db, 42, async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await lockStoredFiles(tx, [basename(unreferenced)]);
      await action();
    });
  let erased = Promise.resolve();
  await lockFiles(async () => {
    erased = purgeRemovedSite(source, exported[0]!);
    await expect.poll(() => countRows(43, 'orders'), { timeout: 60_000 }).toBe(0);
    await setTimeout(1_000);
    await lockFiles(async () => {});
    expect(existsSync(unreferenced)).toBe(true);
  });
  await erased;
  expect(existsSync(unreferenced)).toBe(false);
});

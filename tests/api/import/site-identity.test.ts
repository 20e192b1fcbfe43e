import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { importSite } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { runScriptHere } from '#tests/support/servers/run-script.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const filesDir = await createTemporaryFolder();
let sitesDir: string;
beforeEach(async () => {
  sitesDir = await createTemporaryFolder();
});

const runImport = (dir: string, db = database.db) => importSite({ db, filesDir }, dir);
const site = (...args: string[]) =>
  runScriptHere('server/cli/site.ts', args, { SITES_DIR: sitesDir, DATA_DIR: filesDir, DATABASE_URL: database.url });
const updateSite = (id: number, values: Partial<typeof sites.$inferInsert>) =>
  withSiteTransaction(database.db, id, (tx) => tx.update(sites).set(values).where(eq(sites.id, id)));
const nameOf = async (id: number) =>
  (await database.db.select({ name: sites.name }).from(sites).where(eq(sites.id, id)))[0]?.name;

describe('the import of a known id', () => {
  test('refuses another site and leaves the known one unchanged', async () => {
    await runImport(await copyStarterSite(sitesDir, 'first-estate', 101));
    const other = await copyStarterSite(sitesDir, 'other-estate', 101);
    await expect(runImport(other)).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringContaining('The id 101 belongs to the site "first-estate" (first-estate.example)'),
    });
    expect(await nameOf(101)).toBe('Domaine first-estate');
  });

  test('refuses another site if the known one was imported before folders were recorded', async () => {
    await runImport(await copyStarterSite(sitesDir, 'first-estate', 102));
    await updateSite(102, { folder: null });
    await expect(runImport(await copyStarterSite(sitesDir, 'other-estate', 102))).rejects.toThrow('belongs to');
    await runImport(join(sitesDir, 'first-estate'));
  });

  test('accepts a renamed folder whose site keeps a host', async () => {
    await runImport(await copyStarterSite(sitesDir, 'old-name', 103));
    await rename(join(sitesDir, 'old-name'), join(sitesDir, 'new-name'));
    await runImport(join(sitesDir, 'new-name'));
    const [row] = await database.db.select().from(sites).where(eq(sites.id, 103));
    expect(row?.folder).toBe('new-name');
  });

  test('restores a removed site, but not one whose data was erased', async () => {
    const dir = await copyStarterSite(sitesDir, 'restored', 104);
    await runImport(dir);
    await updateSite(104, { removedAt: new Date() });
    await runImport(dir);
    const [row] = await database.db.select().from(sites).where(eq(sites.id, 104));
    expect(row?.removedAt).toBeNull();
    await updateSite(104, { removedAt: new Date(), purgedAt: new Date() });
    await expect(runImport(dir)).rejects.toThrow('The id 104 belonged to the removed site "restored"');
  });
});

describe('npm run site', () => {
  test('new never reuses the id or the name of a site whose folder is gone', { timeout: 60_000 }, async () => {
    await runImport(await copyStarterSite(sitesDir, 'gone', 7_000));
    await rm(join(sitesDir, 'gone'), { recursive: true });
    expect(await site('new', 'next')).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(join(sitesDir, 'next/site.json'), 'utf8'))).toMatchObject({ id: 7_001 });
    const reason = 'The database knows the site "gone" under the id 7000';
    expect(await site('new', 'again', '--id', '7000')).toMatchObject({
      code: 65,
      output: expect.stringContaining(reason),
    });
    expect(await site('new', 'gone')).toMatchObject({ code: 65, output: expect.stringContaining(reason) });
  });

  test('list shows sites whose folder is gone and folders with the id of another site', {
    timeout: 60_000,
  }, async () => {
    await runImport(await copyStarterSite(sitesDir, 'vanished', 8_000));
    await rm(join(sitesDir, 'vanished'), { recursive: true });
    expect((await site('list')).output).toMatch(/8000 +vanished +Domaine vanished +\(no folder\)/);
    await copyStarterSite(sitesDir, 'usurper', 8_000);
    expect((await site('list')).output).toMatch(/8000 +usurper .*the id belongs to vanished/);
  });
});

test('the API refuses a storefront that has given the id of a site to another folder', async () => {
  const api = await startTestApi();
  await runImport(await copyStarterSite(sitesDir, 'first-estate', 40), api.db);
  const statusFor = async (folder: string, secret = testApiSecret) =>
    (await api.call('/product', { headers: { 'x-api-secret': secret, 'x-site-folder': folder } })).status;
  expect(await statusFor('first-estate')).toBe(200);
  expect(await statusFor('other-estate')).toBe(503);
  expect(await statusFor('other-estate', 'a browser has no secret')).toBe(200);
});

test('the API does not know a removed site', async () => {
  const api = await startTestApi();
  await runImport(await copyStarterSite(sitesDir, 'removed', 40), api.db);
  await withSiteTransaction(api.db, 40, (tx) => tx.update(sites).set({ removedAt: new Date() }));
  expect((await api.call('/product')).status).toBe(404);
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readOpenStaffInvitations } from '#server/api/accounts/accounts.ts';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { carriers, collectionSchedules } from '#server/api/shipping/shipping-tables.ts';
import { stringifySiteConfigJsonSchema } from '#server/cli/site-schema.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { runScript, runScriptHere } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

// Each command runs in a separate process, which takes seconds to start on a loaded machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase();
const root = join(import.meta.dirname, '../../..');
let sitesDir: string;
let dataDir: string;
beforeEach(async () => {
  sitesDir = await createTemporaryFolder();
  dataDir = await createTemporaryFolder();
});

const env = () => ({ SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: database.url });
const site = (...args: string[]) => runScriptHere('server/cli/site.ts', args, env());
const siteProcess = (...args: string[]) => runScript('server/cli/site.ts', args, env());
const write = (file: string, text: string) => (dir: string) => writeFile(join(dir, file), text);

describe('npm run site', () => {
  test('new creates a valid, importable site with an unused id', { timeout: 120_000 }, async () => {
    await copyStarterSite(sitesDir, 'chateau-a', 57);
    expect(await siteProcess('new', 'chateau-b', '--host', 'chateau-b.com', '--title', 'Château « B »')).toMatchObject({
      code: 0,
    });
    const config = JSON.parse(await readFile(join(sitesDir, 'chateau-b/site.json'), 'utf8'));
    expect(config).toMatchObject({
      id: 58,
      name: 'Château « B »',
      origin: 'https://chateau-b.com',
      hosts: [{ name: 'chateau-b.com' }],
    });
    expect(await siteProcess('check')).toMatchObject({ code: 0 });
    expect(await siteProcess('import', 'chateau-b')).toMatchObject({
      code: 0,
      output: expect.stringContaining('added'),
    });
    expect(
      await withSiteTransaction(database.db, 58, (tx) => tx.select({ id: products.id }).from(products)),
    ).toHaveLength(3);
    const shop = await withSiteTransaction(database.db, 58, async (tx) => ({
      carriers: (await tx.select().from(carriers)).length,
      schedules: (await tx.select().from(collectionSchedules)).length,
      methods: (await tx.select().from(acceptedPaymentMethods)).length,
    }));
    expect(shop).toEqual({ carriers: 1, schedules: 2, methods: 3 });
    expect((await siteProcess('list')).output).toMatch(/58 +chateau-b +Château « B »/);
  });

  test.each([
    [['new', 'chateau-a'], 73, 'exists already'],
    [['new', 'B'], 64, 'lower-case letters'],
    [['new', 'b', '--id', '42'], 65, 'the id 42 already belongs to chateau-a'],
    [['new', 'b', '--host', 'Not A Host'], 64, 'a host name in lower case'],
    [['new', 'b', '--lang', 'xx'], 64, 'languages'],
    [['import'], 64, 'Name at least one site'],
    [['import', 'chateau-a', '--all'], 64, 'Name at least one site'],
    [['import', 'nowhere'], 66, 'There is no site "nowhere"'],
    [['import', 'chateau-a', '--force'], 64, '--force'],
    [['import', 'chateau-a', '--overwrit'], 64, 'There is no option "--overwrit". Did you mean "--overwrite"?'],
    [['paint'], 64, 'There is no command "paint"'],
    [['chekc'], 64, 'There is no command "chekc". Did you mean "check"?'],
  ])('rejects the arguments %j with a reason', async (args, code, reason) => {
    await copyStarterSite(sitesDir, 'chateau-a', 42);
    const result = await site(...args);
    expect(result.output).toContain(reason);
    expect(result.code).toBe(code);
  });
});

test('npm run site -- --help prints the usage', async () => {
  expect(await site('--help')).toMatchObject({ code: 0, output: expect.stringContaining('npm run site -- import') });
});

test('npm run site -- new creates a site that opens soon, unless --open', async () => {
  for (const args of [['soon'], ['online', '--open']]) await site('new', ...args);
  const isBuilding = async (name: string) =>
    JSON.parse(await readFile(join(sitesDir, name, 'content/site-info.json'), 'utf8')).isBuilding ?? false;
  expect([await isBuilding('soon'), await isBuilding('online')]).toEqual([true, false]);
});

test('npm run site -- admin prints the link of an invitation, and refuses an unknown role', async () => {
  await copyStarterSite(sitesDir, 'chateau-b', 75);
  await site('import', 'chateau-b');
  const { code, output } = await siteProcess('admin', '75', '--email', 'Owner@b.example', '--role', 'ADMIN');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/\/auth\/invitation\/[\w-]{43}\n/) });
  const invitations = await withSiteTransaction(database.db, 75, readOpenStaffInvitations);
  expect(invitations).toMatchObject([{ email: 'owner@b.example', role: 'ADMIN' }]);
  expect(await site('admin', 'chateau-b', '--email', 'owner@b.example', '--role', 'MEMBER')).toMatchObject({
    code: 64,
  });
});

test('npm run site -- import --all goes on after a site that fails, and names it', async () => {
  await write('site.json', '{ half')(await copyStarterSite(sitesDir, 'chateau-a', 70));
  await copyStarterSite(sitesDir, 'chateau-b', 71);
  const { code, output } = await site('import', '--all');
  expect(code).toBe(65);
  expect(output).toContain('1 of 2 sites failed: chateau-a.');
  expect(await withSiteTransaction(database.db, 71, (tx) => tx.select().from(products))).toHaveLength(3);
});

test('npm run site -- import --dry-run reports what it would do and changes nothing', async () => {
  await copyStarterSite(sitesDir, 'chateau-b', 72);
  const { code, output } = await site('import', 'chateau-b', '--dry-run');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/Dry run.*\(site 72\): \d+ added/) });
  expect(await withSiteTransaction(database.db, 72, (tx) => tx.select().from(products))).toEqual([]);

  await site('import', 'chateau-b');
  await withSiteTransaction(database.db, 72, (tx) =>
    tx.update(products).set({ vatRate: 10 }).where(eq(products.id, 1)),
  );
  const again = await site('import', 'chateau-b', '--dry-run');
  expect(again.output).toMatch(/kept: products 1 "/);
});

test('npm run site -- import --all imports every site', async () => {
  await copyStarterSite(sitesDir, 'chateau-a', 42);
  await copyStarterSite(sitesDir, 'chateau-b', 43);
  const { code, output } = await site('import', '--all');
  expect({ code, sites: output.match(/\(site \d+\)/g) }).toEqual({ code: 0, sites: ['(site 42)', '(site 43)'] });
});

test('npm run site -- import refuses an invalid site', async () => {
  const dir = await copyStarterSite(sitesDir, 'chateau-b', 60);
  await rm(join(dir, 'media/views/estate.webp'));
  expect(await site('import', 'chateau-b')).toMatchObject({
    code: 65,
    output: expect.stringContaining('views/estate.webp'),
  });
  expect(await withSiteTransaction(database.db, 60, (tx) => tx.select().from(products))).toEqual([]);
});

test('sites/site.schema.json matches the schema in code', async () => {
  expect(JSON.parse(await readFile(join(root, 'sites/site.schema.json'), 'utf8'))).toEqual(
    JSON.parse(stringifySiteConfigJsonSchema()),
  );
});

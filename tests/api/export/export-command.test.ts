import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { images } from '#server/api/media/media-tables.ts';
import { pages, parameters } from '#server/api/site/site-tables.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { runScript, runScriptHere } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const original = await openTestDatabase();
const copy = await openTestDatabase();
const sitesDir = await createTemporaryFolder();
const dataDir = await createTemporaryFolder();
const exported = join(await createTemporaryFolder(), 'chateau-a');

const env = { SITES_DIR: sitesDir, DATA_DIR: dataDir, DATABASE_URL: original.url };
const site = (args: string[], otherEnv: NodeJS.ProcessEnv = {}) =>
  runScriptHere('server/cli/site.ts', args, { ...env, ...otherEnv });
const readContent = ({ db }: typeof original) =>
  withSiteTransaction(db, 57, async (tx) => ({
    products: (await tx.select().from(products)).map(({ id, name }) => ({ id, name })),
    pages: (await tx.select().from(pages)).map(({ id, title }) => ({ id, title })),
    images: (await tx.select().from(images)).map(({ path, hash }) => ({ path, hash })),
  }));

beforeAll(async () => {
  await copyStarterSite(sitesDir, 'chateau-a', 57);
  expect(await site(['import', 'chateau-a'])).toMatchObject({ code: 0 });
});

describe('npm run site -- export', () => {
  test('writes a folder that is valid and imports into an empty database to the same site', async () => {
    await withSiteTransaction(original.db, 57, (tx) => tx.update(products).set({ name: 'Renommé au panneau' }));
    const args = ['export', 'chateau-a', '--to', exported];
    expect(await runScript('server/cli/site.ts', args, env)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\d+ files of "Domaine chateau-a" \(site 57\) were written to /),
    });
    expect(await readFile(join(exported, 'site.json'), 'utf8')).toBe(
      await readFile(join(sitesDir, 'chateau-a/site.json'), 'utf8'),
    );
    const machine = {
      SITES_DIR: join(exported, '..'),
      DATA_DIR: await createTemporaryFolder(),
      DATABASE_URL: copy.url,
    };
    expect(await site(['check'], machine)).toMatchObject({ code: 0 });
    expect(await site(['import', 'chateau-a'], machine)).toMatchObject({ code: 0 });
    const content = await readContent(original);
    expect(await readContent(copy)).toEqual(content);
    expect(content.products[0]?.name).toBe('Renommé au panneau');
    expect(content.images.length).toBeGreaterThan(0);
    for (const { hash } of content.images)
      expect(existsSync(join(machine.DATA_DIR, 'files', hash.slice(0, 2), hash))).toBe(true);
  });

  test('names stored values that are refused now, and writes a folder that check can repair', async () => {
    const value = (type: string, stored: number) =>
      withSiteTransaction(original.db, 57, (tx) =>
        tx
          .insert(parameters)
          .values({ type, value: stored } as never)
          .onConflictDoUpdate({
            target: [parameters.siteId, parameters.type],
            set: { value: stored },
          }),
      );
    await value('LOGO_SIZE', 5000);
    await value('MINIMUM_EXPEDITION_BOTTLE', 12);
    await value('MAXIMUM_EXPEDITION_BOTTLE', 6);
    const folder = await createTemporaryFolder();
    const { code, output } = await site(['export', 'chateau-a', '--to', join(folder, 'refused')]);
    expect(code).toBe(0);
    expect(output).toContain('values that this version refuses');
    expect(output).toContain('LOGO_SIZE: must be a whole number between 32 and 160, not 5000');
    const conflict = 'MINIMUM_EXPEDITION_BOTTLE: must be at most MAXIMUM_EXPEDITION_BOTTLE, which is 6, not 12';
    expect(output).toContain(conflict);
    const check = () => site(['check', 'refused'], { SITES_DIR: folder });
    expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining(conflict) });
    const file = join(folder, 'refused/content/parameters.json');
    const written = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...written, LOGO_SIZE: 64, MAXIMUM_EXPEDITION_BOTTLE: 60 }));
    expect(await check()).toMatchObject({ code: 0 });
  });

  test.each([
    [['export', 'chateau-a'], 64, 'Name one site and a folder'],
    [['export', '--to', 'folder'], 64, 'Name one site and a folder'],
    [['export', 'chateau-a', 'chateau-b', '--to', 'folder'], 64, 'Name one site and a folder'],
    [['export', 'nowhere', '--to', join(dataDir, 'nowhere')], 66, 'nowhere'],
  ])('refuses the arguments %j with a reason', async (args, code, reason) => {
    expect(await site(args)).toMatchObject({ code, output: expect.stringContaining(reason) });
    expect(existsSync(join(dataDir, 'nowhere'))).toBe(false);
  });

  test('writes nothing into a folder that exists', async () => {
    const dir = join(dataDir, 'existing');
    await mkdir(dir);
    expect(await site(['export', 'chateau-a', '--to', dir])).toMatchObject({
      code: 73,
      output: expect.stringContaining('choose another folder'),
    });
    expect(existsSync(join(dir, 'content'))).toBe(false);
  });
});

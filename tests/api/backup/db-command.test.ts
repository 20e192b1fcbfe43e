import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { importSite } from '#server/import/import-site.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { createDatabaseOfOrdinaryOwner } from '#tests/support/servers/owned-database.ts';
import { runScript } from '#tests/support/servers/run-script.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await openTestDatabase();
const dataDir = await createTemporaryFolder();
const sitesDir = await createTemporaryFolder();

const db = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runScript('server/cli/db.ts', args, {
    SITES_DIR: sitesDir,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...env,
  });

beforeAll(async () => {
  for (const [name, id] of [
    ['chateau-a', 42],
    ['chateau-b', 43],
  ] as const)
    await importSite({ db: database.db, filesDir: join(dataDir, 'files') }, await copyStarterSite(sitesDir, name, id));
});

describe('npm run db', () => {
  test('backup, check and restore move all sites to another machine', async () => {
    expect(await db(['backup'])).toMatchObject({ code: 0, output: expect.stringContaining('2 sites') });
    const [name = ''] = await readdir(join(dataDir, 'backups'));
    const backup = join(dataDir, 'backups', name);
    expect(await db(['check', backup])).toMatchObject({ code: 0, output: expect.stringContaining('valid, 2 sites') });
    const machine = { DATABASE_URL: await createDatabaseOfOrdinaryOwner(), DATA_DIR: await createTemporaryFolder() };
    const otherSitesDir = join(machine.DATA_DIR, 'sites');
    const env = { ...machine, SITES_DIR: otherSitesDir };
    expect(await db(['restore', backup], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Domaine chateau-a (site 42), Domaine chateau-b (site 43)'),
    });
    expect((await readdir(otherSitesDir)).sort()).toEqual(['chateau-a', 'chateau-b']);
    const imported = await runScript('server/cli/site.ts', ['import', '--all'], env);
    expect(imported.output.match(/no changes/g)).toHaveLength(2);
    expect(await db(['restore', backup], env)).toMatchObject({
      code: 73,
      output: expect.stringContaining('The database already has Domaine chateau-a (42)'),
    });
    await rm(join(backup, 'sites/43.copy.gz'));
    expect(await db(['check', backup])).toMatchObject({ code: 1 });
    expect(await db(['restore', backup, '--site', 'chateau-a'], env)).toMatchObject({ code: 65 });
  });

  test('backup --site names a site by folder or id', async () => {
    for (const site of ['chateau-b', '43']) {
      const to = join(await createTemporaryFolder(), 'backup');
      expect(await db(['backup', '--site', site, '--to', to])).toMatchObject({ code: 0 });
      expect(await readdir(join(to, 'sites'))).toEqual(['43.copy.gz']);
    }
  });

  test.each([
    [['backup', '--site', 'nowhere'], 66, 'The database has no site "nowhere". It has: chateau-a, chateau-b.'],
    [['restore'], 64, 'Name the folder of the backup'],
    [['restore', '/nowhere'], 66, 'not a complete backup'],
    [['check'], 64, 'Name the folder of the backup'],
    [['drop'], 64, 'There is no command "drop"'],
  ])('rejects the arguments %j with a reason', async (args, code, reason) => {
    expect(await db(args)).toMatchObject({ code, output: expect.stringContaining(reason) });
  });

  test('backup of an embedded database that does not exist creates none', async () => {
    const empty = await createTemporaryFolder();
    expect(await db(['backup'], { DATABASE_URL: '', DATA_DIR: empty })).toMatchObject({ code: 66 });
    expect(await readdir(empty)).toEqual([]);
  });
});

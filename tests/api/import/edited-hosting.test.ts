import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hostingChangesChannel } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { editSiteHosting, lockHostNames, lockSiteHosting } from '#server/api/site/site-hosting.ts';
import { formatSiteImportResult } from '#server/cli/site-import.ts';
import { writeExportedSiteConfig } from '#server/export/export-site-content.ts';
import { importSite } from '#server/import/import-site.ts';
import { addDomain } from '#shared/site/edit-site-hosting.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const filesDir = await createTemporaryFolder();
let site = 2000;
let otherSite = 8000;
let dir: string;

const runImport = (shouldOverwrite = false, from = dir) =>
  importSite({ db: database.db, filesDir }, from, { shouldOverwrite });
const readSite = async () => (await database.db.select().from(sites).where(eq(sites.id, site)))[0]!;
const readNames = async () => (await readSite()).hosts.map(({ name }) => name);
const readRevision = async () => (await withSiteTransaction(database.db, site, (tx) => lockSiteHosting(tx))).revision;

/** Adds a domain as the panel does. */
async function addAsStaff(name: string) {
  const { id: userId } = await createCustomer({ db: database.db }, { site, role: 'SUPER_ADMIN' });
  const revision = await readRevision();
  await withSiteTransaction(database.db, site, (tx) =>
    editSiteHosting(tx, {
      userId,
      revision,
      resource: 'domain',
      key: name,
      action: 'CREATE',
      panelDomain: null,
      edit: (hosting) => addDomain(hosting, { name, lang: 'fr_FR', isCanonical: true }),
    }),
  );
}

const addToFile = (name: string) =>
  editJson(join(dir, 'site.json'), (config: SiteConfig) => {
    config.name = 'Renamed';
    config.hosts.push({ name });
  });

/**
 * Inserts another estate that has edited its hosts.
 * @returns Its id.
 */
async function insertEditedSite(name: string, overrides: Partial<typeof sites.$inferInsert> = {}): Promise<number> {
  const hosts = [{ name, lang: 'fr_FR' as const }];
  const id = ++otherSite;
  await insertSite(database.db, id, { hosts, hostingEditedAt: new Date(), ...overrides });
  return id;
}

beforeEach(async () => {
  dir = await copyStarterSite(await createTemporaryFolder(), `hosts-${++site}`, site);
  await runImport();
});

describe('the hosts and languages of site.json', () => {
  it('are kept and reported by an import after staff have edited them, and replaced with overwrite', async () => {
    const before = await readNames();
    await addAsStaff(`added-${site}.example`);
    await addToFile(`file-${site}.example`);
    const result = await runImport();
    expect(result).toMatchObject({ kept: 1, keptRows: [{ table: 'sites', label: 'hosts and languages' }] });
    expect(formatSiteImportResult({ folder: 'x', ...result }, false)).toContain('kept: sites  "hosts and languages"');
    expect(await readNames()).toEqual([...before, `added-${site}.example`]);
    expect((await readSite()).name).toBe('Renamed');
    const revision = await readRevision();
    expect(await runImport(true)).toMatchObject({ kept: 0 });
    expect(await readNames()).toEqual([...before, `file-${site}.example`]);
    expect(await readSite()).toMatchObject({ hostingEditedAt: null });
    expect(await readRevision()).toBe(revision + 1);
  });

  it('are written by an export, after which the import of that folder keeps nothing back', async () => {
    await addAsStaff(`added-${site}.example`);
    const to = join(await mkdtemp(join(tmpdir(), 'cuvee-config-')), 'site.json');
    await writeExportedSiteConfig(database.db, site, { from: join(dir, 'site.json'), to });
    const exported = SiteConfig.parse(JSON.parse(await readFile(to, 'utf8')));
    expect(exported.hosts.at(-1)).toEqual({ name: `added-${site}.example`, lang: 'fr_FR' });
    expect(exported.origin).toMatchObject({ fr_FR: `https://added-${site}.example` });
    await writeExportedSiteConfig(database.db, site, { from: null, to: join(dir, 'site.json') });
    expect(await runImport()).toMatchObject({ kept: 0 });
    expect(await readSite()).toMatchObject({ hostingEditedAt: null });
    expect(await readNames()).toContain(`added-${site}.example`);
  });

  it('are exported without a cookie domain that has no host any more', async () => {
    const domain = `hosts-${site}.example`;
    await editJson(join(dir, 'site.json'), (config: SiteConfig) => {
      config.cookieDomain = domain;
    });
    await runImport();
    const moved = { hosts: [{ name: `moved-${site}.example`, lang: 'fr_FR' as const }] };
    await database.db
      .update(sites)
      .set({ ...moved, origins: { fr_FR: `https://moved-${site}.example` }, hostingEditedAt: new Date() })
      .where(eq(sites.id, site));
    const to = join(await createTemporaryFolder(), 'site.json');
    for (const from of [join(dir, 'site.json'), null]) {
      await writeExportedSiteConfig(database.db, site, { from, to });
      const exported = SiteConfig.parse(JSON.parse(await readFile(to, 'utf8')));
      expect(exported).toMatchObject({ ...moved, id: site });
      expect(exported.cookieDomain).toBeUndefined();
    }
  });

  it('are refused if another estate has added one of the hosts in its panel', async () => {
    await addAsStaff(`disputed-${site}.example`);
    const other = await copyStarterSite(await createTemporaryFolder(), `other-${site}`, site + 5000);
    await editJson(join(other, 'site.json'), ({ hosts }: SiteConfig) =>
      hosts.push({ name: `disputed-${site}.example` }),
    );
    await expect(runImport(false, other)).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringContaining(`disputed-${site}.example conflicts with`),
    });
  });

  it('are refused if the site was removed and another estate has added a host meanwhile', async () => {
    await database.db.update(sites).set({ removedAt: new Date() }).where(eq(sites.id, site));
    const host = `hosts-${site}.example`;
    await insertEditedSite(host);
    await expect(runImport()).rejects.toMatchObject({ exitCode: 65, message: expect.stringContaining(host) });
    expect((await readSite()).removedAt).not.toBeNull();
  });

  it('are refused if they were edited, the site was removed and another estate has one of them', async () => {
    await addAsStaff(`kept-${site}.example`);
    await database.db.update(sites).set({ removedAt: new Date() }).where(eq(sites.id, site));
    await insertEditedSite(`kept-${site}.example`, { hostingEditedAt: null });
    await expect(runImport()).rejects.toMatchObject({ exitCode: 65 });
  });

  it('are refused above, below or with a cookie domain around a host that another estate has added', async () => {
    await insertEditedSite(`shop.taken-${site}.example`);
    const addHost = (name: string) =>
      editJson(join(dir, 'site.json'), (config: SiteConfig) => void config.hosts.splice(1, 1, { name }));
    for (const name of [`taken-${site}.example`, `a.shop.taken-${site}.example`]) {
      await addHost(name);
      await expect(runImport()).rejects.toMatchObject({ exitCode: 65 });
    }
    await addHost(`other-${site}.example`);
    await runImport();
    await insertEditedSite(`shop.other-${site}.example`);
    await editJson(join(dir, 'site.json'), (config: SiteConfig) => {
      config.cookieDomain = `other-${site}.example`;
    });
    await expect(runImport()).rejects.toMatchObject({ exitCode: 65 });
  });

  it('are announced when a removed site is imported again, kept or not', async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    onTestFinished(() => client.end());
    const announced: string[] = [];
    client.on('notification', ({ payload }) => void announced.push(payload ?? ''));
    await client.query(`listen ${hostingChangesChannel}`);
    await addAsStaff(`back-${site}.example`);
    await expect.poll(() => announced).toHaveLength(1);
    await database.db.update(sites).set({ removedAt: new Date() }).where(eq(sites.id, site));
    await runImport();
    await expect.poll(() => announced).toEqual([String(site), String(site)]);
  });

  it('do not keep other estates from changing theirs while an import writes its rows', async () => {
    const otherId = await insertEditedSite(`free-${site}.example`);
    let change: Promise<unknown> | null = null;
    await importSite({ db: database.db, filesDir }, await copyStarterSite(dir, 'new', site + 7000), {
      onProgress: ({ step }) => {
        if (step === 'writing')
          change ??= withSiteTransaction(database.db, otherId, async (tx) => {
            await tx.execute(sql`set local lock_timeout = '50ms'`);
            await lockHostNames(tx);
          });
      },
    });
    await expect(change).resolves.toBeUndefined();
  });
});

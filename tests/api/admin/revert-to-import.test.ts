import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createDnsResolver } from '#server/http/dns-resolver.ts';
import type { ProductFile } from '#server/import/content-schema.ts';
import { importSite } from '#server/import/import-site.ts';
import type { EditableItem } from '#shared/admin/admin-contract.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import {
  createCompleteDnsForVerificationKeys,
  readDomainVerificationKeys,
} from '#tests/support/fixtures/complete-dns.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';
import { startFakeDnsServer } from '#tests/support/servers/fake-dns-server.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const verificationKeys: string[] = [];
const dnsServer = await startFakeDnsServer(createCompleteDnsForVerificationKeys(verificationKeys));
const api = await startTestApi({ dns: createDnsResolver({ servers: [dnsServer.address] }) });
afterAll(() => dnsServer.close());
const site = 40;
let dir: string;
let admin: Customer;
let member: Customer;
let superAdmin: Customer;
let otherAdmin: Customer;

const runImport = (shouldOverwrite = false) =>
  importSite({ db: api.db, filesDir: api.filesDir }, dir, { shouldOverwrite });

async function call(path: string, options: CallOptions & { user?: Customer } = {}) {
  const { user = admin, ...rest } = options;
  const { status, text } = await api.call(`/admin/${path}`, { ...rest, headers: user.headers });
  return { status, data: JSON.parse(text).data };
}
const read = async (path: string): Promise<EditableItem> => (await call(path)).data;
const edit = async (path: string, change: object) => {
  const { revision, item } = await read(path);
  return call(path, { method: 'PUT', body: { revision, item: { ...item, ...change } } });
};
const revertToImport = (resource: string, key: string | number, revision: number, user = admin) =>
  call('revert-to-import', { method: 'POST', body: { resource, key, revision }, user });

beforeAll(async () => {
  dir = await copyStarterSite(await createTemporaryFolder(), 'estate', site);
  await runImport();
  await insertSite(api.db, 41);
  verificationKeys.push(...(await readDomainVerificationKeys(api.db)));
  admin = await createCustomer(api, { role: 'ADMIN' });
  superAdmin = await createCustomer(api, { role: 'SUPER_ADMIN' });
  member = await createCustomer(api);
  otherAdmin = await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' });
});
beforeEach(() => runImport(true));

describe('an item that staff have edited', () => {
  it('is shown as kept by imports, until it is reverted and the next import replaces it', async () => {
    const before = await read('product/1');
    expect(before.keptByImport).toBeUndefined();
    expect((await edit('product/1', { name: 'Du panneau' })).status).toBe(200);
    const edited = await read('product/1');
    expect(edited.keptByImport).toBe(true);
    const { items } = (await call('product?nbItem=100')).data as { items: EditableItem[] };
    expect(items.filter(({ keptByImport }) => keptByImport).map(({ key }) => key)).toEqual([1]);
    expect((await runImport()).kept).toBeGreaterThan(0);
    expect((await read('product/1')).item.name).toBe('Du panneau');

    expect((await revertToImport('product', 1, edited.revision)).status).toBe(200);
    const reverted = await read('product/1');
    expect(reverted).toEqual({ ...edited, keptByImport: undefined });
    expect((await runImport()).kept).toBe(0);
    expect((await read('product/1')).item.name).toEqual(before.item.name);
    const { entries } = (await call('audit?resource=product')).data;
    expect(entries[0]).toMatchObject({
      key: '1',
      action: 'UPDATE',
      email: admin.email,
      before: { keptByImport: true },
      after: { keptByImport: false },
    });
  });

  it('is kept also if only a part of it was edited', async () => {
    const { item } = await read('product/1');
    const [variant, ...others] = item.variants as { price: number }[];
    await edit('product/1', { variants: [{ ...variant, price: 99 }, ...others] });
    const edited = await read('product/1');
    expect(edited.keptByImport).toBe(true);
    await revertToImport('product', 1, edited.revision);
    await runImport();
    expect((await read('product/1')).item).toEqual(item);
  });

  it('can be the only one of its resource', async () => {
    const { item } = await read('theme');
    await edit('theme', { primary: '#123456' });
    const edited = await read('theme');
    expect(edited.keptByImport).toBe(true);
    expect((await revertToImport('theme', '', edited.revision)).status).toBe(200);
    await runImport();
    expect((await read('theme')).item).toEqual(item);
  });

  it('is not marked if only the folder has changed, or if staff created it', async () => {
    await editJson<ProductFile>(join(dir, 'content/products/red.json'), (product) => {
      product.name = 'Du dossier';
    });
    await runImport();
    expect((await read('product/1')).keptByImport).toBeUndefined();
    const created = await call('tag', { method: 'POST', body: { item: { slug: 'neuf', label: 'Neuf', position: 9 } } });
    expect(created.status).toBe(200);
    expect((await read(`tag/${created.data.key}`)).keptByImport).toBeUndefined();
  });
});

describe('an item of which staff have deleted and added parts', () => {
  /** Reverts an item to the import, imports, and expects the item of the folder. */
  async function expectFolderAfterRevert(path: string, resource: string, key: string | number, original: unknown) {
    const edited = await read(path);
    expect(edited.item).not.toEqual(original);
    expect(edited.keptByImport).toBe(true);
    expect((await revertToImport(resource, key, edited.revision, superAdmin)).status).toBe(200);
    expect(await read(path)).toEqual({ ...edited, keptByImport: undefined });
    expect((await runImport()).omitted).toBe(0);
    const imported = await read(path);
    expect(imported.item).toEqual(original);
    expect(imported.keptByImport).toBeUndefined();
    // Later imports have nothing left to do.
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0, omitted: 0 });
  }
  const readStock = () => withSiteTransaction(api.db, site, (tx) => tx.select().from(stock).orderBy(stock.variantId));

  it('gets the formats of the folder with their stock, and loses those that staff have added', async () => {
    const { item } = await read('product/1');
    const stockBefore = await readStock();
    const [{ id: _, ...variant } = { id: 0 }, ...others] = item.variants as { id: number }[];
    expect((await edit('product/1', { variants: [...others, { ...variant, reference: 'NEUF' }] })).status).toBe(200);
    expect(await readStock()).not.toEqual(stockBefore);
    await expectFolderAfterRevert('product/1', 'product', 1, item);
    expect(await readStock()).toEqual(stockBefore);
  });

  it('gets back a part that was only deleted', async () => {
    const { item } = await read('product/1');
    const list = (['tags', 'images', 'mealIcons', 'recommended'] as const).find(
      (name) => (item[name] as unknown[]).length > 0,
    );
    if (!list) throw new Error('the product has no lists');
    await edit('product/1', { [list]: [] });
    await expectFolderAfterRevert('product/1', 'product', 1, item);
  });

  it('loses a part that was only added', async () => {
    const { item } = await read('product/1');
    const [{ id: _, ...variant } = { id: 0 }] = item.variants as { id: number }[];
    await edit('product/1', { variants: [...(item.variants as object[]), { ...variant, reference: 'NEUF' }] });
    await expectFolderAfterRevert('product/1', 'product', 1, item);
  });

  it('gets the sections of the folder', async () => {
    const { items } = (await call('page?nbItem=100')).data as { items: EditableItem[] };
    const page = items.find(({ item }) => (item.sections as unknown[]).length > 1);
    if (!page) throw new Error('no page has two sections');
    const sections = page.item.sections as { id: number }[];
    const changed = sections.slice(0, -1);
    expect((await edit(`page/${page.key}`, { sections: changed })).status).toBe(200);
    await expectFolderAfterRevert(`page/${page.key}`, 'page', page.key, page.item);
  });

  it('gets the menu entries of the folder', async () => {
    const { item } = await read('page-tree/fr_FR');
    const entries = item.entries as { id: number; url: string; page?: number }[];
    const [{ id: _, ...entry } = { id: 0, url: '' }] = entries.slice(-1);
    const changed = [...entries.slice(0, -1), { ...entry, url: 'neuf' }];
    expect((await edit('page-tree/fr_FR', { entries: changed })).status).toBe(200);
    await expectFolderAfterRevert('page-tree/fr_FR', 'page-tree', 'fr_FR', item);
  });

  it('is kept as a whole if it is edited again after its revert was requested', async () => {
    const { item } = await read('product/1');
    const [variant, ...others] = item.variants as { price: number }[];
    await edit('product/1', { variants: [{ ...variant, price: 99 }, ...others] });
    await revertToImport('product', 1, (await read('product/1')).revision);
    await edit('product/1', { name: 'Du panneau' });
    const edited = await read('product/1');
    expect(edited.keptByImport).toBe(true);
    await runImport();
    expect((await read('product/1')).item).toEqual(edited.item);
  });

  it('leaves the other items as staff have made them', async () => {
    const other = await read('product/2');
    const [{ id: _, ...variant } = { id: 0 }] = other.item.variants as { id: number }[];
    await edit('product/2', { variants: [...(other.item.variants as object[]), { ...variant, reference: 'AUTRE' }] });
    const kept = await read('product/2');
    await edit('product/1', { name: 'Du panneau' });
    await revertToImport('product', 1, (await read('product/1')).revision);
    await runImport();
    expect(await read('product/2')).toMatchObject({ item: kept.item, keptByImport: true });
  });
});

describe('POST /admin/revert-to-import', () => {
  it('is refused to members and staff of other estates, for other revisions and unknown items', async () => {
    await edit('product/1', { name: 'Du panneau' });
    const { revision } = await read('product/1');
    expect((await revertToImport('product', 1, revision, member)).status).toBe(403);
    expect((await revertToImport('product', 1, revision, otherAdmin)).status).toBe(401);
    expect((await revertToImport('product', 1, revision - 1)).status).toBe(409);
    expect((await revertToImport('product', 99_999, 0)).status).toBe(404);
    expect((await revertToImport('nothing', 1, 0)).status).toBe(404);
    expect((await revertToImport('product', 'x', 0)).status).toBe(404);
    expect((await read('product/1')).keptByImport).toBe(true);
  });

  it('is reserved for a SUPER_ADMIN if the next import may bring scripts back', async () => {
    const { item } = await read('page-tree/fr_FR');
    const [first, ...others] = item.entries as { menuTitle: unknown }[];
    await edit('page-tree/fr_FR', { entries: [{ ...first, menuTitle: 'Du panneau' }, ...others] });
    const { revision, item: edited } = await read('page-tree/fr_FR');
    expect(JSON.stringify(edited)).not.toMatch(/"jsCode":"[^"]/);
    expect((await revertToImport('page-tree', 'fr_FR', revision)).status).toBe(403);
    expect((await read('page-tree/fr_FR')).keptByImport).toBe(true);
    expect((await revertToImport('page-tree', 'fr_FR', revision, superAdmin)).status).toBe(200);
    await runImport();
    expect((await read('page-tree/fr_FR')).item).toEqual(item);
  });
});

describe('the domains and languages that staff have edited', () => {
  const readHosting = async () => (await call('domain', { user: superAdmin })).data as HostingView;
  const addDomain = async (name: string) => {
    const { revision } = await readHosting();
    const body = { name, revision, lang: 'fr_FR', isCanonical: false };
    expect((await call('domain', { method: 'POST', body, user: superAdmin })).status).toBe(200);
  };

  it('are replaced by the next import after a SUPER_ADMIN has reverted them', async () => {
    const before = await readHosting();
    await addDomain('chai.example');
    const edited = await readHosting();
    expect(edited.isEdited).toBe(true);
    expect((await runImport()).kept).toBe(1);
    expect((await revertToImport('domain', '', edited.revision, superAdmin)).status).toBe(200);
    // After the revert, the edited domains stay in effect until the next import.
    expect(await readHosting()).toEqual({ ...edited, isEdited: false });
    expect((await runImport()).kept).toBe(0);
    expect(await readHosting()).toEqual({ ...before, revision: edited.revision + 1 });
    const { entries } = (await call('audit?resource=domain')).data;
    expect(entries[0]).toMatchObject({
      action: 'UPDATE',
      email: superAdmin.email,
      before: { keptByImport: true },
      after: { keptByImport: false },
    });
    await addDomain('chai.example');
    expect((await runImport()).kept).toBe(1);
  });

  it('are kept again if they are edited before the import', async () => {
    await addDomain('chai.example');
    await revertToImport('language', '', (await readHosting()).revision, superAdmin);
    await addDomain('cave.example');
    expect(await readHosting()).toMatchObject({ isEdited: true });
    expect((await runImport()).kept).toBe(1);
    expect((await readHosting()).domains.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['chai.example', 'cave.example']),
    );
  });

  it('are reverted by a SUPER_ADMIN of the estate only, and at the present revision', async () => {
    await addDomain('chai.example');
    const { revision } = await readHosting();
    expect((await revertToImport('domain', '', revision)).status).toBe(403);
    expect((await revertToImport('language', '', revision)).status).toBe(403);
    expect((await revertToImport('domain', '', revision, otherAdmin)).status).toBe(401);
    expect((await revertToImport('domain', '', revision - 1, superAdmin)).status).toBe(409);
    expect(await readHosting()).toMatchObject({ isEdited: true });
  });

  it('leave no entry in the audit log when they are reverted without edits', async () => {
    const count = async () => (await call('audit?resource=domain')).data.total;
    const [before, { revision }] = [await count(), await readHosting()];
    expect((await revertToImport('domain', '', revision, superAdmin)).status).toBe(200);
    expect(await count()).toBe(before);
  });
});

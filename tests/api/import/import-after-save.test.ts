import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { readItem } from '#server/api/resources/resource.ts';
import { formatSiteImportResult } from '#server/cli/site-import.ts';
import type { ProductFile } from '#server/import/content-schema.ts';
import { importSite } from '#server/import/import-site.ts';
import type { Outcome } from '#shared/outcome.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { copyStarterSite, createTemporaryFolder, editJson } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const filesDir = await createTemporaryFolder();
let site = 1000;
let dir: string;

const runImport = () => importSite({ db: database.db, filesDir }, dir);
const productRow = async (id: number) =>
  (await withSiteTransaction(database.db, site, (tx) => tx.select().from(products).where(eq(products.id, id))))[0];
const save = (changes: Record<string, unknown>) =>
  withSiteTransactionOrRollback(database.db, site, (tx) => saveProduct(tx, createProductInput(changes)));

const editItem = <Value, Refusal extends string>(work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>) =>
  withSiteTransactionOrRollback(database.db, site, work);
const remove = (name: string, key: number, revision: number) =>
  editItem((tx) => deleteItem(tx, findResource(name), { key, revision }));
const read = (name: string, key: number) =>
  withSiteTransaction(database.db, site, (tx) => readItem(tx, findResource(name), key));

beforeEach(async () => {
  site++;
  dir = await copyStarterSite(await createTemporaryFolder(), `estate-${site}`, site);
  await runImport();
});

describe('an import after a save', () => {
  it('keeps an edited product and its removed variants', async () => {
    expect(await save({ id: 1, slug: 'red', variants: [createVariantInput({ id: 101, price: 21 })] })).toMatchObject({
      ok: true,
    });
    await editJson<ProductFile>(join(dir, 'content/products/red.json'), (product) => {
      product.name = 'Du dossier';
    });
    expect((await runImport()).kept).toBeGreaterThan(0);
    expect((await productRow(1))?.name).toEqual({ fr_FR: 'Les Vieilles Vignes', en: 'The Old Vines' });
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it('never changes a product that staff created', async () => {
    await save({ id: 900, slug: 'own', variants: [createVariantInput({ id: 9001 })] });
    const before = await productRow(900);
    await runImport();
    expect(await productRow(900)).toEqual(before);
  });

  it('updates a product from the folder when only its tag was renamed, and keeps the tag searchable', async () => {
    await withSiteTransaction(database.db, site, (tx) =>
      saveItem(tx, 'tag', { slug: 'sans-alcool', label: 'Pour les enfants', position: 0 }),
    );
    await editJson<ProductFile>(join(dir, 'content/products/grape-juice.json'), (product) => {
      product.name = 'Du dossier';
    });
    await runImport();
    const row = await productRow(3);
    expect(row?.name).toBe('Du dossier');
    expect(row?.searchText).toContain('du dossier');
    expect(row?.searchText).toContain('pour les enfants');
  });

  it('does not bring back what staff deleted, except with overwrite', async () => {
    for (const [name, key] of [
      ['news', 1],
      ['page', 1],
      ['carrier', 1],
      ['product', 1],
    ] as const) {
      const present = await read(name, key);
      if (name === 'page') await editItem((tx) => findResource('page-tree').save(tx, { lang: 'fr_FR', entries: [] }));
      if (name === 'page') await editItem((tx) => findResource('page-tree').save(tx, { lang: 'en', entries: [] }));
      expect(present).not.toBeNull();
      expect(await remove(name, key, present?.revision ?? 0)).toMatchObject({ ok: true });
      await runImport();
      expect(await read(name, key)).toBeNull();
      await importSite({ db: database.db, filesDir }, dir, { shouldOverwrite: true });
      const restored = await read(name, key);
      expect(restored?.revision).toBeGreaterThan(present?.revision ?? 0);
    }
  });

  it('keeps an archived product archived, except with overwrite', async () => {
    const customer = await createCustomer(database, { site });
    await seedOrder(database, customer, { lines: [{ productId: 1, variantId: 101 }] });
    expect(await remove('product', 1, 0)).toMatchObject({ ok: true });
    await editJson<ProductFile>(join(dir, 'content/products/red.json'), (product) => {
      product.name = 'Du dossier';
    });
    await runImport();
    expect(await productRow(1)).toMatchObject({ archivedAt: expect.any(Date) });
    await importSite({ db: database.db, filesDir }, dir, { shouldOverwrite: true });
    expect(await productRow(1)).toMatchObject({ archivedAt: null, name: 'Du dossier' });
  });

  it('archives ordered variants and products that the folder drops, and restores a variant that returns', async () => {
    const red = join(dir, 'content/products/red.json');
    const withMagnum = (product: ProductFile) => {
      const [declination] = product.declinations;
      if (declination) product.declinations = [declination, { ...declination, id: 109, reference: 'MAGNUM' }];
    };
    await editJson<ProductFile>(red, withMagnum);
    await runImport();
    const customer = await createCustomer(database, { site });
    await seedOrder(database, customer, { lines: [{ productId: 1, variantId: 109 }] });
    const magnum = async () => {
      const { variants = [] } = (await read('product', 1))?.item ?? {};
      return (variants as { id: number; isArchived: boolean }[]).find(({ id }) => id === 109);
    };
    await editJson<ProductFile>(red, (product) => {
      product.declinations = product.declinations.slice(0, 1);
    });
    await runImport();
    expect(await magnum()).toMatchObject({ isArchived: true });
    expect(await runImport()).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0 });
    await editJson<ProductFile>(red, withMagnum);
    await runImport();
    expect(await magnum()).toMatchObject({ isArchived: false });
    await rm(red);
    for (const name of ['white', 'grape-juice'])
      await editJson<ProductFile>(join(dir, `content/products/${name}.json`), (product) => {
        product.recommended = [];
      });
    await runImport();
    expect(await productRow(1)).toMatchObject({ archivedAt: expect.any(Date) });
    expect(await magnum()).toMatchObject({ isArchived: false });
  });

  it('reports an ordered variant that the folder drops and that stays on sale, because a box contains it', async () => {
    const red = join(dir, 'content/products/red.json');
    const original = await readFile(red, 'utf8');
    await editJson<ProductFile>(red, (product) => {
      const [declination] = product.declinations;
      if (declination) product.declinations = [declination, { ...declination, id: 109, reference: 'MAGNUM' }];
    });
    await runImport();
    const customer = await createCustomer(database, { site });
    await seedOrder(database, customer, { lines: [{ productId: 1, variantId: 109 }] });
    const box = { type: 'BOX', kind: 'box', isVintage: false, boxContents: [{ variantId: 109, quantity: 2 }] };
    const variants = [createVariantInput({ id: 9001, reference: 'BOX', year: null })];
    expect(await save({ id: 900, slug: 'own-box', name: 'Coffret', ...box, variants })).toMatchObject({ ok: true });
    await writeFile(red, original);
    const result = await runImport();
    expect(result.keptInBoxes).toEqual([{ id: 109, reference: 'MAGNUM', box: 'Coffret' }]);
    expect(formatSiteImportResult({ ...result, folder: 'own' }, false)).toContain(
      'variant 109 "MAGNUM", which the box "Coffret" contains',
    );
  });

  it('does not add an item that staff created and deleted, unless the folder dropped it meanwhile', async () => {
    await save({ id: 900, slug: 'own', variants: [createVariantInput({ id: 9001 })] });
    expect(await remove('product', 900, 1)).toMatchObject({ ok: true });
    const red = JSON.parse(await readFile(join(dir, 'content/products/red.json'), 'utf8')) as ProductFile;
    const [declination] = red.declinations;
    const own = { ...red, id: 900, slug: 'own', declinations: [{ ...declination, id: 9001 }] };
    await writeFile(join(dir, 'content/products/own.json'), JSON.stringify(own));
    await runImport();
    expect(await productRow(900)).toBeUndefined();
    await rm(join(dir, 'content/products/own.json'));
    await runImport();
    await writeFile(join(dir, 'content/products/own.json'), JSON.stringify(own));
    await runImport();
    expect(await productRow(900)).toMatchObject({ slug: 'own' });
  });

  it('raises the revision of changed items, also where only a part changed, and of no other', async () => {
    expect(await read('product', 1)).toMatchObject({ revision: 0 });
    await editJson<ProductFile>(join(dir, 'content/products/red.json'), (product) => {
      for (const declination of product.declinations) declination.reference = 'NEW';
    });
    await runImport();
    expect(await read('product', 1)).toMatchObject({ revision: 1 });
    expect(await read('product', 2)).toMatchObject({ revision: 0 });
    const stale = await editItem((tx) => updateItem(tx, findResource('product'), {}, { key: 1, revision: 0 }));
    expect(stale).toMatchObject({ refusal: 'stale_revision' });
  });
});

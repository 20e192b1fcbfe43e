import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { products } from '#server/api/catalogue/product-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { saveTag } from '#server/api/catalogue/save-tag.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { ProductFile } from '#server/import/content-schema.ts';
import { importSite } from '#server/import/import-site.ts';
import { productInput, variantInput } from '#tests/support/fixtures/product-input.ts';
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
  withSiteTransactionOrRollback(database.db, site, (tx) => saveProduct(tx, productInput(changes)));

beforeEach(async () => {
  site++;
  dir = await copyStarterSite(await createTemporaryFolder(), `estate-${site}`, site);
  await runImport();
});

describe('an import after a save', () => {
  it('keeps an edited product and its removed variants', async () => {
    expect(await save({ id: 1, slug: 'red', variants: [variantInput({ id: 101, price: 21 })] })).toMatchObject({
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
    await save({ id: 900, slug: 'own', variants: [variantInput({ id: 9001 })] });
    const before = await productRow(900);
    await runImport();
    expect(await productRow(900)).toEqual(before);
  });

  it('updates a product from the folder when only its tag was renamed, and keeps the tag searchable', async () => {
    await withSiteTransaction(database.db, site, (tx) =>
      saveTag(tx, { slug: 'sans-alcool', label: 'Pour les enfants', position: 0 }),
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
});

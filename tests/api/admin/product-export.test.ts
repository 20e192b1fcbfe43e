import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import {
  createProductImportCalls,
  seedEmptyShop,
  seedSiteWithWineAndBox,
} from '#tests/support/fixtures/product-import-calls.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const api = await startTestApi();
let admin: Customer;
let neighbour: Customer;

beforeAll(async () => {
  await seedSiteWithWineAndBox(api);
  await seedEmptyShop(api, 41);
  for (const id of [60, 61, 62, 63]) await insertSite(api.db, id);
  admin = await createCustomer(api, { role: 'ADMIN' });
  neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

const { importFile, exportFile, read } = createProductImportCalls(api, () => admin);

describe('the export', () => {
  test.each(['csv', 'json'] as const)('as %s re-imports to the same', async (format) => {
    expect(await importFile(await exportFile(format))).toMatchObject({
      status: 200,
      data: { created: 0, updated: 0, unchanged: 2 },
    });
    expect(await read('product/1')).toMatchObject({ revision: 1 });
  });

  test.each(['csv', 'json'] as const)('as %s does not recommend a wine that is no longer sold', async (format) => {
    const user = await createCustomer(api, { site: 60, role: 'ADMIN' });
    await withSiteTransaction(api.db, 60, async (tx) => {
      const wine = (id: number, recommended: number[]) =>
        createProductInput({ id, slug: `vin-${id}`, recommended, variants: [createVariantInput({ id: id * 10 })] });
      for (const product of [wine(1, []), wine(2, []), wine(3, [1, 2])]) await saveProduct(tx, product);
      await tx.update(products).set({ archivedAt: new Date() }).where(eq(products.id, 1));
    });
    const importer = await createCustomer(api, { site: format === 'csv' ? 61 : 62, role: 'ADMIN' });
    const file = await exportFile(format, user);
    expect(await importFile(file, { user: importer })).toMatchObject({ status: 200, data: { created: 2 } });
    expect((await read('product/3', importer)).item.recommended).toEqual([2]);
  });

  test('fills an empty shop with the same products, stock and boxes', async () => {
    for (const lang of ['fr_FR', 'en']) {
      const file = await exportFile('csv', admin, lang);
      expect(await importFile(file, { user: neighbour, isDryRun: true })).toMatchObject({ data: { created: 2 } });
    }
    expect(await importFile(await exportFile('csv'), { user: neighbour })).toMatchObject({
      status: 200,
      data: { created: 2, updated: 0, unchanged: 0 },
    });
    for (const id of [1, 2])
      expect((await read(`product/${id}`, neighbour)).item).toEqual((await read(`product/${id}`)).item);
    expect(await exportFile('json', neighbour)).toEqual(await exportFile('json'));
  });

  test('contains the stock of archived variants', async () => {
    const user = await createCustomer(api, { site: 63, role: 'ADMIN' });
    const variants = [createVariantInput({ id: 1 }), createVariantInput({ id: 2, quantity: 7, isArchived: true })];
    await withSiteTransaction(api.db, 63, (tx) => saveProduct(tx, createProductInput({ id: 1, variants })));
    const [product] = JSON.parse(await exportFile('json', user));
    expect(product.variants).toMatchObject([
      { id: 1, quantity: 24 },
      { id: 2, quantity: 7 },
    ]);
  });

  test('contains no formula', async () => {
    expect(await exportFile('csv')).toContain(";'=SOMME(A1);");
  });
});

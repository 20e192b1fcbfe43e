import { beforeAll, describe, expect, test, vi } from 'vitest';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import {
  createProductImportCalls,
  seedEmptyShop,
  seedSiteWithWineAndBox,
} from '#tests/support/fixtures/product-import-calls.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const api = await startTestApi();
let admin: Customer;
let neighbour: Customer;

beforeAll(async () => {
  await seedSiteWithWineAndBox(api);
  await seedEmptyShop(api, 41);

  admin = await createCustomer(api, { role: 'ADMIN' });
  neighbour = await createCustomer(api, { site: 41, role: 'ADMIN' });
});

const { importFile, exportFile, read } = createProductImportCalls(api, () => admin);

describe('the import', () => {
  test('changes only what the file names, keeps the stock, and leaves an audit entry', async () => {
    const before = await read('product/1');
    const file = 'id;variant.id;variant.price;variant.quantity\n1;12;26,5;999\n';
    expect(await importFile(file)).toMatchObject({ status: 200, data: { updated: 1 } });
    const after = await read('product/1');
    expect(after.item).toEqual({
      ...before.item,
      variants: [before.item.variants[0], { ...before.item.variants[1], price: 26.5 }],
    });
    expect((await read('stock?search=VV-150')).variants).toMatchObject([{ quantity: 24 }]);
    expect((await read('audit?resource=product&key=1')).entries).toMatchObject([
      { action: 'UPDATE', email: admin.email },
    ]);
  });

  test('creates a product with assigned ids', async () => {
    const file = [
      'slug,type,kind,name,isVintage,vatRate,isAlcohol,variant.reference,variant.price,variant.capacity,variant.capacityUnit',
      'jus,WINE,juice,Jus de raisin,no,5.5,no,J-75,6,75,CENTILITRE',
      ',,,,,,,J-100,8,100,CENTILITRE',
    ].join('\n');
    expect(await importFile(file, { isDryRun: true })).toMatchObject({ status: 200, data: { created: 1 } });
    expect((await read('product?slug=jus')).total).toBe(0);
    expect(await importFile(file)).toMatchObject({ status: 200, data: { created: 1 } });
    const { items } = await read('product?slug=jus');
    expect(items).toMatchObject([{ item: { name: 'Jus de raisin', variants: [{ price: 6 }, { price: 8 }] } }]);
  });

  test('names line and column of each error, in the caller’s language, and saves nothing', async () => {
    const file = [
      'id,slug,tags,variant.id,variant.price',
      '1,les-vieilles-vignes,bio|inconnu,11,0',
      '2,les-vieilles-vignes,,21,x',
      '2,coffret,,21,40',
    ].join('\n');
    const refused = await importFile(file);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors)).toEqual(['2.variant.price', '3.variant.price']);
    const references = await importFile(file.replace(',0\n', ',9\n').replace(',x\n', ',30\n'));
    expect(references.data.errors).toMatchObject({
      '2.tags': '“inconnu” does not exist.',
      '3.slug': '“les-vieilles-vignes” already appears in this file.',
      '4.id': '“2” already appears in this file.',
      '4.variant.id': '“21” already appears in this file.',
    });
    expect((await read('product/1')).item.variants[0].price).toBe(10);
  });

  test('names the variant whose planned price begins more than two years ahead', async () => {
    const plannedPrices = [{ from: `${new Date().getUTCFullYear() + 3}-01-01T00:00:00Z`, price: 12 }];
    const refused = await importFile(JSON.stringify([{ id: 1, variants: [{ id: 11, plannedPrices }] }]), {
      isDryRun: true,
    });
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.data.errors)).toContain('A planned price can begin at most two years from now.');
  });

  test('refuses to archive a variant that a box contains, unless the file replaces the box', async () => {
    const file = 'id;slug;variant.id;variant.isArchived\n1;les-vieilles-vignes;11;yes\n';
    const message = expect.stringContaining('because a box contains it');
    for (const isDryRun of [true, false])
      expect(await importFile(file, { isDryRun })).toMatchObject({
        status: 422,
        data: { errors: { '2.variant.isArchived': message } },
      });
    const withBox = (variantId: number) =>
      JSON.stringify([
        { id: 1, variants: [{ id: 11, isArchived: true }] },
        { id: 2, boxContents: [{ variantId, quantity: 3 }] },
      ]);
    const unchanged = await importFile(withBox(11), { isDryRun: true });
    expect(unchanged.status).toBe(422);
    expect(JSON.stringify(unchanged.data.errors)).toContain('boxContents');
    expect(await importFile(withBox(12), { isDryRun: true })).toMatchObject({ status: 200, data: { updated: 2 } });
  });

  test('refuses a file of 50,000 lines for an error in line 49,999, and stays responsive meanwhile', async () => {
    const header =
      'slug,type,kind,name,isVintage,vatRate,isAlcohol,variant.reference,variant.price,variant.capacity,variant.capacityUnit';
    const rows = Array.from({ length: 49_999 }, (_, index) => {
      const price = index + 2 === 49_999 ? '-3' : '9.5';
      return `vin-${Math.floor(index / 10)},WINE,red,Vin ${index},no,20,yes,R${index},${price},75,CENTILITRE`;
    });
    const delays: number[] = [];
    let at = performance.now();
    const timer = setInterval(() => {
      delays.push(performance.now() - at);
      at = performance.now();
    }, 5);
    const { total } = await read('product');
    const refused = await importFile([header, ...rows].join('\n'));
    clearInterval(timer);
    expect(refused).toMatchObject({ status: 422, data: { errors: { '49999.variant.price': expect.any(String) } } });
    expect((await read('product')).total).toBe(total);
    expect(delays.length).toBeGreaterThan(20);
  });

  test('refuses a product or variant with an id that does not exist', async () => {
    const file = 'id,variant.id,variant.price\n2147483647,,\n1,2147483000,12\n1,21,12';
    expect(await importFile(file)).toMatchObject({
      status: 422,
      data: {
        errors: {
          '2.id': '“2147483647” does not exist.',
          '3.variant.id': '“2147483000” does not exist.',
        },
      },
    });
    const json = JSON.stringify([{ ...(await read('product/1')).item, id: 900, slug: 'revenu', variants: [] }]);
    expect((await importFile(json)).data.errors).toEqual({ '1.id': '“900” does not exist.' });
  });

  test('names line and column of an unknown picture of a variant', async () => {
    const refused = await importFile('id,images,variant.id,variant.imageId\n1,998,11,\n1,,12,999');
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors)).toEqual(['2.images', '3.variant.imageId']);
  });

  test('does not bring a deleted product back, even into a shop without products', async () => {
    await insertSite(api.db, 43);
    const user = await createCustomer(api, { site: 43, role: 'ADMIN' });
    await withSiteTransaction(api.db, 43, (tx) => saveProduct(tx, createProductInput({ id: 1, recommended: [] })));
    const file = await exportFile('json', user);
    const { revision } = await read('product/1', user);
    const call = { method: 'DELETE', site: 43, headers: user.headers } as const;
    expect(await api.call(`/admin/product/1?revision=${revision}`, call)).toMatchObject({ status: 200 });
    expect(await importFile(file, { user })).toMatchObject({
      status: 422,
      data: { errors: { '2.id': expect.any(String) } },
    });
  });

  test('assigns no id that another product of the file has', async () => {
    await insertSite(api.db, 44);
    const user = await createCustomer(api, { site: 44, role: 'ADMIN' });
    const header =
      'id,slug,type,kind,name,isVintage,vatRate,isAlcohol,variant.id,variant.reference,variant.price,variant.capacity,variant.capacityUnit';
    const row = (id: string, slug: string, variantId: string) =>
      `${id},${slug},WINE,juice,Jus,no,5.5,no,${variantId},J-${slug},6,75,CENTILITRE`;
    const tooHigh = [header, row('2147483647', 'a', '2147483647')].join('\n');
    expect(Object.keys((await importFile(tooHigh, { user })).data.errors)).toEqual(['2.id', '2.variant.id']);
    const file = [header, row('', 'b', ''), row('1', 'a', '1')].join('\n');
    expect(await importFile(file, { user })).toMatchObject({ status: 200, data: { created: 2 } });
    expect((await read('product', user)).total).toBe(2);
  });

  test('refuses a product with more than 500 variants, and names its line', async () => {
    const file = `id,variant.price\n2,30\n1,1\n${',2\n'.repeat(500)}`;
    const refused = await importFile(file);
    expect(refused).toMatchObject({ status: 422, data: { errors: { '3.variants': expect.stringContaining('500') } } });
  });

  test.each([
    ['a file of more than 60,000 lines', `slug,type\n${',\n'.repeat(60_001)}`, 413],
    ['a file that is no table', 'hello', 422],
    ['a file with an unknown column', 'slug,colour\na,red', 422],
    ['broken JSON', '[{"slug":', 422],
    ['a file of more than 12 MB', new Uint8Array(12 * 2 ** 20 + 1).fill(97), 413],
  ])('refuses %s', async (_title, file, status) => {
    expect(await importFile(file)).toMatchObject({ status });
  });

  test('is open to staff only', async () => {
    const member = await createCustomer(api);
    expect(await importFile('slug\na', { user: member })).toMatchObject({ status: 403 });
    expect(await importFile('slug\na', { user: { ...neighbour, site: 40 } })).toMatchObject({ status: 401 });
  });
});

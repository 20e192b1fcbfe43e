import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { variants } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createProductImportCalls, seedSiteWithWineAndBox } from '#tests/support/fixtures/product-import-calls.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const api = await startTestApi();
let admin: Customer;

beforeAll(async () => {
  await seedSiteWithWineAndBox(api);
  admin = await createCustomer(api, { role: 'ADMIN' });
});

const { sendFile, checkFile, confirmFile, importFile, read } = createProductImportCalls(api, () => admin);

describe('the dry run', () => {
  const savePrice = async (idVariant: number, shown: number, next: number) => {
    const row = { idProduct: 1, idVariant, price: { shown, next } };
    const call = { method: 'PUT', site: 40, headers: admin.headers, body: { rows: [row] } } as const;
    expect(await api.call('/admin/product/prices', call)).toMatchObject({ status: 200 });
  };
  const readPrices = async () =>
    (await read('product/1')).item.variants.map(({ price }: { price: number }) => price) as number[];

  test('lists each changed field with both values, in the number format of the caller, and each new variant', async () => {
    const [price] = await readPrices();
    const file = [
      'id;kind;variant.id;variant.reference;variant.year;variant.price;variant.capacity;variant.capacityUnit',
      '1;white;11;VV-75;2022;77,5;75;CENTILITRE',
      ';;;NEUF;2023;9;75;CENTILITRE',
    ];
    const { data } = await checkFile(file.join('\n'), { lang: 'fr_FR' });
    expect(data).toMatchObject({ created: 0, updated: 1, unchanged: 0, changeCount: 3, digest: expect.any(String) });
    const at = { line: 2, product: expect.any(String) };
    expect(data.changes).toMatchObject([
      { ...at, variant: null, field: 'kind', before: 'red', after: 'white' },
      { ...at, variant: 'VV-75, 2022', field: 'variant.price', before: `${price}`, after: '77,5' },
      { ...at, line: 3, variant: 'NEUF, 2023', field: null, before: '', after: '' },
    ]);
    expect((await readPrices())[0]).toBe(price);
  });

  test('shortens long values to an excerpt with the difference', async () => {
    const text = `${'a'.repeat(5_000)}b`;
    const file = (end: string) => `id,summary.fr_FR\n1,${text}${end}\n`;
    expect(await importFile(file('x'))).toMatchObject({ status: 200 });
    const [change] = (await checkFile(file('y'))).data.changes;
    expect(change).toMatchObject({
      field: 'summary.fr_FR',
      before: `…${'a'.repeat(19)}bx`,
      after: `…${'a'.repeat(19)}by`,
    });
  });

  test('lists at most 500 changes of a file of 50,000 lines, and counts all', async () => {
    const header =
      'slug,type,kind,name,isVintage,vatRate,isAlcohol,variant.reference,variant.price,variant.capacity,variant.capacityUnit';
    const rows = Array.from(
      { length: 49_999 },
      (_, index) => `vin-${Math.floor(index / 10)},WINE,red,Vin ${index},no,20,yes,R${index},9.5,75,CENTILITRE`,
    );
    const { status, data } = await checkFile([header, ...rows].join('\n'));
    expect(status).toBe(200);
    expect(data).toMatchObject({ created: 5_000, changeCount: 5_000 });
    expect(data.changes).toHaveLength(500);
  });

  test.each(['before', 'unchanged'])(
    'is required again if a price of the file (%s) changes before the import',
    async (kind) => {
      const [price = 0, other = 0] = await readPrices();
      // The file repeats the price of variant 12, so its import would overwrite a colleague's change of that price.
      const file = `id,variant.id,variant.price\n1,11,${price + 5}\n1,12,${other}\n`;
      const checked = await checkFile(file);
      expect(checked.data.changeCount).toBe(1);
      const [idVariant, shown] = kind === 'before' ? [11, price] : [12, other];
      await savePrice(idVariant, shown, shown + 1);
      const prices = await readPrices();
      const { entries } = await read('audit?resource=product&key=1');
      const refused = await confirmFile(file, checked.data.digest);
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('Nothing was imported') });
      expect(refused.data.present.changes).toContainEqual(
        expect.objectContaining({
          field: 'variant.price',
          before: `${shown + 1}`,
          after: `${kind === 'before' ? price + 5 : other}`,
        }),
      );
      expect(await readPrices()).toEqual(prices);
      expect((await read('audit?resource=product&key=1')).entries).toEqual(entries);
      expect(await confirmFile(file, refused.data.present.digest)).toMatchObject({ status: 200, data: { updated: 1 } });
      expect(await readPrices()).toEqual([price + 5, other]);
    },
  );

  test('is required again if the file is another one, or if the import names no digest', async () => {
    const [price = 0] = await readPrices();
    const file = `id,variant.id,variant.price\n1,11,${price + 3}\n`;
    const { digest } = (await checkFile(file)).data;
    expect(await confirmFile(file.replace(`${price + 3}`, `${price + 4}`), digest)).toMatchObject({ status: 409 });
    expect(await sendFile(file, 'dryRun=false')).toMatchObject({ status: 409, data: { present: { digest } } });
    expect((await readPrices())[0]).toBe(price);
    expect(await confirmFile(file, digest)).toMatchObject({ status: 200, data: { updated: 1 } });
  });

  test('stays valid while other products are changed', async () => {
    const [price = 0] = await readPrices();
    const file = `id,variant.id,variant.price\n1,11,${price + 3}\n`;
    const { digest } = (await checkFile(file)).data;
    expect(await importFile('id,variant.id,variant.price\n2,21,31\n')).toMatchObject({ data: { updated: 1 } });
    expect(await confirmFile(file, digest)).toMatchObject({ status: 200, data: { updated: 1 } });
  });

  test('is required again if a price changes without a new revision, as a planned one does when its time comes', async () => {
    const [price = 0] = await readPrices();
    const file = `id,variant.id,variant.price\n1,11,${price + 3}\n`;
    const { digest } = (await checkFile(file)).data;
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(variants)
        .set({ price: (price + 1) * 100 })
        .where(eq(variants.id, 11)),
    );
    expect(await confirmFile(file, digest)).toMatchObject({
      status: 409,
      data: { present: { changes: [{ before: `${price + 1}`, after: `${price + 3}` }] } },
    });
    expect((await readPrices())[0]).toBe(price + 1);
  });

  test('stays valid while bottles are sold or added', async () => {
    const [price = 0] = await readPrices();
    const file = `id,variant.id,variant.price\n1,11,${price + 3}\n`;
    const { digest } = (await checkFile(file)).data;
    const body = { variant: 11, kind: 'ADD', quantity: 6, reason: 'mise' };
    const call = { method: 'POST', site: 40, headers: admin.headers, body } as const;
    expect(await api.call('/admin/stock-movement', call)).toMatchObject({ status: 200 });
    expect(await confirmFile(file, digest)).toMatchObject({ status: 200, data: { updated: 1 } });
  });

  test('is confirmed once: an import that is repeated with its key returns the first result', async () => {
    const [price = 0] = await readPrices();
    const file = `id,variant.id,variant.price\n1,11,${price + 2}\n`;
    const { digest } = (await checkFile(file)).data;
    const call = { idempotencyKey: 'import-key-0123456789' };
    const first = await confirmFile(file, digest, call);
    expect(first).toMatchObject({ status: 200, data: { updated: 1 } });
    expect(await confirmFile(file, digest, call)).toEqual(first);
    expect(await confirmFile(file, digest)).toMatchObject({ status: 409, data: { present: { unchanged: 1 } } });
  });
});

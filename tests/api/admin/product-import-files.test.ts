import { beforeAll, describe, expect, test, vi } from 'vitest';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductImportCalls } from '#tests/support/fixtures/product-import-calls.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const api = await startTestApi();
let admin: Customer;

const stored = {
  name: 'Chardonnay',
  slug: 'chardonnay-les-terrasses',
  variants: [
    createVariantInput({ id: 101, reference: 'CH-75', year: 2024, price: 19.5 }),
    createVariantInput({ id: 102, reference: 'CH-150', year: 2024, price: 40, capacity: 150 }),
  ],
};

beforeAll(async () => {
  await insertSite(api.db, 40);
  await withSiteTransaction(api.db, 40, (tx) => saveProduct(tx, createProductInput(stored)));
  admin = await createCustomer(api, { role: 'ADMIN' });
});

const { checkFile, importFile, exportFile, read } = createProductImportCalls(api, () => admin);

/** The rows of a file, with the line ends of spreadsheet programs. */
const lines = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join('');

/** Imports a file after its dry run, and returns the product afterwards. */
async function importAndRead(file: string | Uint8Array) {
  expect(await importFile(file)).toMatchObject({ status: 200, data: { created: 0, updated: 1 } });
  return (await read('product/1')).item;
}
const restore = () => importFile(JSON.stringify([{ id: 1, ...stored, vatRate: 20, promoted: false }]));

describe('a number in a file', () => {
  test.each([
    ['12,50 with a semicolon', lines('id;variant.id;variant.price', '1;101;12,50'), 12.5],
    ['14,50 €', lines('id;variant.id;variant.price', '1;101;14,50 €'), 14.5],
    ['12,50 € with a no-break space', lines('id;variant.id;variant.price', '1;101;12,50\u00a0€'), 12.5],
    ['£12.50', lines('id,variant.id,variant.price', '1,101,£12.50'), 12.5],
    ['1 250,00', lines('id;variant.id;variant.price', '1;101;1 250,00'), 1_250],
    ['1 250,00 with a narrow no-break space', lines('id;variant.id;variant.price', '1;101;1\u202f250,00'), 1_250],
    ['1,250.00', lines('id,variant.id,variant.price', '1,101,"1,250.00"'), 1_250],
    ['1.250,00', lines('id;variant.id;variant.price', '1;101;1.250,00'), 1_250],
    ['"12,50" with a comma', lines('id,variant.id,variant.price', '1,101,"12,50"'), 12.5],
    ['12,50 after a byte order mark', lines('\ufeff"id";"variant.id";"variant.price"', '"1";"101";"12,50"'), 12.5],
    ['12,50 with empty columns', lines('id;variant.id;variant.price;;;', '1;101;12,50;;;', ';;;;;', ';;;;;'), 12.5],
  ])('is read as a price: %s', async (_, file, price) => {
    expect((await importAndRead(file)).variants[0].price).toBe(price);
    await restore();
  });

  test.each([
    ['20 %', 20, false],
    ['5,5%', 5.5, true],
  ])('is read as a rate: %s', async (cell, rate) => {
    expect(await importFile(lines('id;vatRate', `1;${cell}`))).toMatchObject({ status: 200 });
    expect((await read('product/1')).item.vatRate).toBe(rate);
    await restore();
  });

  test.each([
    ['1,250 in a file with commas', lines('id,variant.id,variant.price', '1,101,"1,250"'), '1250 or 1,25.'],
    ['1.250 in a file with semicolons', lines('id;variant.id;variant.price', '1;101;1.250'), '1250 or 1.25.'],
    ['1,125 in a file with tabs', lines('id\tvariant.id\tvariant.price', '1\t101\t1,125'), '1125 or 1,1250.'],
    [
      '1,250 in a file with semicolons and points',
      lines('id;variant.id;variant.price', '1;101;1,250', '1;102;40.5'),
      '1250 or 1,25.',
    ],
  ])('is refused with both readings if it is %s', async (_, file, readings) => {
    const refused = await importFile(file);
    expect([refused.status, refused.data.errors]).toEqual([
      422,
      { '2.variant.price': expect.stringContaining(`can mean ${readings}`) },
    ]);
  });

  test('with three decimals is read as the file’s separator implies, which the dry run shows', async () => {
    const { data } = await checkFile(lines('id;variant.id;variant.price', '1;101;1,250'));
    expect(data).toMatchObject({
      changes: [{ field: 'variant.price', before: '19.5', after: '1.25' }],
      assumedNumber: { line: 2, column: 'variant.price', cell: '1,250', value: 1.25 },
    });
    expect((await checkFile(lines('id;variant.id;variant.price', '1;101;1,25'))).data.assumedNumber).toBeUndefined();
  });

  test.each(['12 50', '1,25,0', 'x', '€', '12 %', '1e3'])('is refused if it is %s', async (cell) => {
    const refused = await importFile(lines('id;variant.id;variant.price', `1;101;${cell}`));
    expect(refused.data.errors).toEqual({ '2.variant.price': '“variant.price” must be a number.' });
  });
});

describe('a row without variant.id', () => {
  const header = 'id;variant.year;variant.reference;variant.price;variant.capacity;variant.capacityUnit';

  test('changes the variant with its year and capacity, also when it is imported twice', async () => {
    const file = lines(header, '1;2024;X;12,50;75;CENTILITRE');
    const { variants } = await importAndRead(file);
    expect(variants).toMatchObject([{ id: 101, reference: 'X', price: 12.5 }, { id: 102 }]);
    expect(await importFile(file)).toMatchObject({ status: 200, data: { unchanged: 1 } });
    await restore();
  });

  test('changes the variant with its reference before one with its year and capacity', async () => {
    const file = lines(header, '1;2025;CH-75;13;0,75;LITER', '1;2024;CH-150;41;150;cl');
    const { variants } = await importAndRead(file);
    expect(variants).toMatchObject([
      { id: 101, year: 2025, price: 13 },
      { id: 102, year: 2024, price: 41 },
    ]);
    await restore();
  });

  test('adds a variant with another year', async () => {
    const { data } = await checkFile(lines(header, '1;2025;CH-75-25;13;75;CENTILITRE'));
    expect(data.changes).toMatchObject([{ variant: 'CH-75-25, 2025', field: null }]);
  });

  test.each([
    ['the same reference', 'variant.reference', ['1;2025;NEW;13;75;CENTILITRE', '1;2026;NEW;14;75;CENTILITRE']],
    ['the same year and capacity', 'variant.year', ['1;2025;;13;75;CENTILITRE', '1;2025;;14;0,75;LITER']],
    [
      'the same stored variant',
      'variant.reference',
      ['1;2024;CH-75;13;75;CENTILITRE', '1;2024;CH-75;14;75;CENTILITRE'],
    ],
  ])('is refused if two rows of a product have %s', async (_, column, rows) => {
    expect((await importFile(lines(header, ...rows))).data.errors).toEqual({
      [`3.${column}`]: expect.stringContaining('appears twice for this product'),
    });
  });

  test('is refused if the file names a variant.id twice', async () => {
    const file = lines('id;variant.id;variant.price', '1;101;12', '1;101;13');
    expect(Object.keys((await importFile(file)).data.errors)).toEqual(['3.variant.id']);
  });
});

describe('the header of a file', () => {
  test('is refused if a column appears twice', async () => {
    const file = lines('id;name;name;variant.id;variant.price', '1;Premier;Second;101;12,50');
    expect((await importFile(file)).data.errors).toEqual({ '1.name': expect.stringContaining('appears twice') });
  });

  test('of another shop gets the missing and the unknown columns, each once', async () => {
    const file = lines('Handle,Title,Variant Price', 'clos,Clos,12.00', 'puits,Puits,13.00');
    const refused = await importFile(file);
    expect([refused.status, refused.data.errors]).toEqual([
      422,
      {
        '1.slug': expect.stringContaining('no column “id” or “slug”'),
        '1.Handle': 'The column “Handle” is unknown.',
        '1.Title': 'The column “Title” is unknown.',
        '1.Variant Price': 'The column “Variant Price” is unknown.',
      },
    ]);
  });

  test('without columns that new products need gets each of them once', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `vin-${index};Vin;R${index};12`);
    const refused = await importFile(lines('slug;name;variant.reference;variant.price', ...rows));
    expect(Object.keys(refused.data.errors)).toEqual(['1.kind', '1.variant.capacity', '1.variant.capacityUnit']);
    expect(refused.data.errors['1.kind']).toContain('The column “kind” is missing');
  });
});

describe('a file of an estate', () => {
  test('with a slug alone changes the product with that slug', async () => {
    const item = await importAndRead(lines('slug;name', 'chardonnay-les-terrasses;Nouveau nom'));
    expect(item).toMatchObject({ id: 1, name: 'Nouveau nom' });
    await restore();
  });

  test('with French words and without type, vintage and VAT creates a product with the values of the form', async () => {
    const file = lines(
      'slug;name;kind;appellation;variant.reference;variant.year;variant.price;variant.quantity;variant.capacity;variant.capacityUnit;isAlcohol',
      'clos-du-moulin;Clos du Moulin;rouge;Chinon;DT-clos-du-moulin-2019-75;2019;14,50;120;75;CENTILITRE;yes',
      'clos-du-moulin;Clos du Moulin;rouge;Chinon;DT-clos-du-moulin-2019-150;2019;31,90;6;150;CENTILITRE;yes',
    );
    expect(await importFile(file)).toMatchObject({ status: 200, data: { created: 1 } });
    const { items } = await read('product?slug=clos-du-moulin');
    expect(items).toMatchObject([
      {
        item: {
          kind: 'red',
          type: 'WINE',
          isVintage: true,
          vatRate: 20,
          isAlcohol: true,
          variants: [{ price: 14.5 }, { price: 31.9 }],
        },
      },
    ]);
  });

  test('with addresses of pictures and without capacities gets an error for each of them', async () => {
    const file = lines(
      'slug;name;kind;variant.reference;variant.price;variant.quantity;images',
      'test-euro;Test euro;red;TE1;14,50 €;1 200;https://vieux-site.example.org/a.jpg',
    );
    expect(Object.keys((await importFile(file)).data.errors)).toEqual([
      '2.images',
      '1.variant.capacity',
      '1.variant.capacityUnit',
    ]);
  });

  test('with an unknown word gets the accepted words in the language of the caller', async () => {
    const file = lines('id;kind', '1;pétillant');
    expect((await importFile(file, { lang: 'fr_FR' })).data.errors['2.kind']).toContain('Vin rouge (red)');
    expect((await importFile(file)).data.errors['2.kind']).toContain('Red wine (red)');
  });

  test.each(['3,76012E+12', '3.76012E+12'])('with the reference %s of a spreadsheet is refused', async (reference) => {
    const file = lines('id;variant.id;variant.reference', `1;101;${reference}`);
    expect((await importFile(file)).data.errors).toEqual({
      '2.variant.reference': expect.stringContaining('has turned this number into'),
    });
  });

  test.each([
    ['Windows-1252', Buffer.from('id;name\r\n1;Ch\xe2teau \x96 d\x92\xe9t\xe9\r\n', 'latin1'), 'Château – d’été'],
    ['a quote within a cell', lines('id;name', '1;Cuvée 12" magnum'), 'Cuvée 12" magnum'],
    ['decomposed accents', lines('id;name', '1;Cha\u0302teau e\u0301te\u0301'), 'Cha\u0302teau e\u0301te\u0301'],
    ['an emoji', lines('id;name', '1;Vin 🍷'), 'Vin 🍷'],
  ])('with %s keeps its text', async (_, file, name) => {
    expect((await importAndRead(file)).name).toBe(name);
    await restore();
  });

  test('with VRAI is read', async () => {
    expect(await importAndRead(lines('id;promoted', '1;VRAI'))).toMatchObject({ promoted: true });
    await restore();
  });

  test.each([
    ['CSV', lines('id;name', '1;Vin \0 nul'), '2.name'],
    ['CSV without an id', lines('slug;name', 'vin\0;Vin'), '2.slug'],
    ['CSV of a variant', lines('id;variant.id;variant.reference', '1;101;a\0'), '2.variant.reference'],
    ['JSON', '[{"id":1,"name":"Vin \\u0000 nul"}]', '1.name'],
    ['JSON with half an emoji', '[{"id":1,"name":{"en":"Vin \\ud83c"}}]', '1.name.en'],
    ['JSON of a variant', '[{"id":1,"variants":[{"id":101,"reference":"\\udf77"}]}]', '1.variant.reference'],
  ])('with a character that cannot be stored is refused in the dry run: %s', async (_, file, field) => {
    const refused = await checkFile(file);
    expect([refused.status, refused.data.errors]).toEqual([
      422,
      { [field]: expect.stringContaining('contains a character that cannot be stored') },
    ]);
  });

  test.each(['fr_FR', 'en'])('that the shop has exported in %s changes nothing', async (lang) => {
    const csv = await exportFile('csv', admin, lang);
    expect(await importFile(csv)).toMatchObject({ status: 200, data: { created: 0, updated: 0 } });
  });
});

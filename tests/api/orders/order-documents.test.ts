import { beforeAll, describe, expect, test } from 'vitest';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { mainlandAddress } from '#tests/support/fixtures/place-order-input.ts';
import { readListExportAuditEntries } from '#tests/support/fixtures/read-list-export-audit-entries.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call, db } = api;

let camille: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstate(db, api.filesDir, { id: 40, mark: 'Chênes', languages: ['fr_FR', 'en'] });
  await seedShopSettings(db, 40);
  camille = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

const read = (path: string, lang = 'fr_FR') => call(path, { headers: staff.headers, lang });
const readPdf = async (path: string, lang?: string) => {
  const answer = await read(path, lang);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return { text: extractPdfText(answer.bytes).replace(/\s/g, ' '), headers: answer.headers };
};

describe('GET /admin/order/{id}/packing-list', () => {
  test('shows quantities, references, the message and the notes of staff, but no prices', async () => {
    const id = await seedOrder(api, camille, {
      lines: [
        {},
        {
          name: 'Coffret',
          type: 'BOX',
          contents: [{ name: 'Rosé', quantity: 2, year: 2023, capacity: 75, capacityUnit: 'CENTILITRE' }],
        },
      ],
    });
    await call(`/admin/order/${id}/note`, {
      method: 'POST',
      body: { text: 'Ajouter un tire-bouchon' },
      headers: staff.headers,
    });
    const { text, headers } = await readPdf(`/admin/order/${id}/packing-list`);
    for (const expected of [
      'Bon de préparation',
      'Cuvée Été 2022',
      'R11',
      'Camille Vignaud',
      '2 × Rosé 2023',
      'Laissez chez la voisine',
      'tire-bouchon',
    ])
      expect(text).toContain(expected);
    expect(text).not.toMatch(/€|12,00|36,00/);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="bon-de-preparation-2026-\d+\.pdf"$/);
  });

  test('leaves out units that a refund has returned to the stock, and so does the delivery note', async () => {
    const lines = [
      { name: 'Cuvée Neuve', quantity: 9, stockTaken: [] },
      { name: 'Cuvée Rendue', quantity: 1, stockTaken: [] },
    ];
    const id = await seedOrder(api, camille, {
      order: { state: 'PAID', paymentMethod: 'CHEQUE', bottles: 10 },
      lines,
    });
    const refund = (refundedBefore: number, units: object[], returnsStock: boolean) =>
      call(`/admin/order/${id}/refund`, {
        method: 'POST',
        body: { amount: 1, refundedBefore, lines: units, returnsStock },
        headers: staff.headers,
      });
    expect((await refund(0, [{ position: 0, quantity: 1 }], false)).status).toBe(200);
    const before = await readPdf(`/admin/order/${id}/packing-list`);
    expect(before.text).toContain('Cuvée Rendue');
    expect(before.text).toContain('Bouteilles');
    const returned = [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ];
    expect((await refund(1, returned, true)).status).toBe(200);
    const other = await seedOrder(api, camille, { lines: [{ name: 'Cuvée Neuve', quantity: 30 }] });
    const [one, note, several] = [`${id}/packing-list`, `${id}/delivery-note`, `packing-list?ids=${id},${other}`];
    for (const [path, quantity] of [
      [one, '7'],
      [note, '7'],
      [several, '37'],
    ] as const) {
      const { text } = await readPdf(`/admin/order/${path}`);
      expect(text.split(' ')).toContain(quantity);
      expect(text).not.toContain('Cuvée Rendue');
    }
    expect((await readPdf(`/admin/order/${one}`)).text).not.toContain('Bouteilles');
  });

  test('is in the language of staff, and the delivery note in that of the customer without internal notes', async () => {
    const id = await seedOrder(api, camille, { order: { lang: 'fr_FR' } });
    await call(`/admin/order/${id}/note`, {
      method: 'POST',
      body: { text: 'Client difficile' },
      headers: staff.headers,
    });
    expect((await readPdf(`/admin/order/${id}/packing-list`, 'en')).text).toContain('Packing list');
    const { text } = await readPdf(`/admin/order/${id}/delivery-note`, 'en');
    expect(text).toContain('Bon de livraison');
    expect(text).toContain('Signature');
    expect(text).not.toContain('difficile');
  });

  test('states on the delivery note of alcohol that the recipient must be of age, by the country of delivery', async () => {
    const note = async (order: object, lines: object[] = [{}]) =>
      (await readPdf(`/admin/order/${await seedOrder(api, camille, { order, lines })}/delivery-note`)).text;
    const abroad = { ...mainlandAddress, addressPart2: '', country: 'LT' };
    expect(await note({ lang: 'fr_FR' })).toContain('aux mineurs de moins de 18 ans sont interdites');
    const english = await note({ lang: 'en', deliveryAddress: abroad });
    expect(english).toContain('to anyone under 20');
    expect(english).toContain('ask the recipient for proof of age');
    const juices = [{ kind: 'juice' }, { kind: 'voucher' }];
    expect(await note({ lang: 'fr_FR' }, juices)).not.toContain('mineurs');
  });

  test('continues a long order on further pages with their numbers', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ name: `Cuvée ${index + 1}` }));
    const { text } = await readPdf(`/admin/order/${await seedOrder(api, camille, { lines })}/packing-list`);
    expect(text).toContain('Cuvée 60');
    expect(text).toMatch(/page 3 sur \d/);
  });
});

describe('GET /admin/order/packing-list', () => {
  test('begins with the quantities of all orders together', async () => {
    const ids = [await seedOrder(api, camille), await seedOrder(api, camille, { lines: [{ quantity: 5 }] })];
    const { text } = await readPdf(`/admin/order/packing-list?ids=${ids.join(',')}`);
    expect(text).toContain('À sortir pour 2 commandes');
    expect(text.split(' ')).toContain('7');
  });

  test('refuses no ids, more than fifty ids, and unknown orders', async () => {
    const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',');
    expect((await read('/admin/order/packing-list?ids=')).status).toBe(400);
    expect((await read(`/admin/order/packing-list?ids=${many}`)).status).toBe(400);
    const id = await seedOrder(api, camille);
    expect((await read(`/admin/order/packing-list?ids=${id},2000000000`)).status).toBe(404);
  });
});

describe('GET /admin/order/export', () => {
  test('exports the filtered orders for a French spreadsheet program', async () => {
    const id = await seedOrder(api, camille, { order: { state: 'SHIPPED', trackingNumber: '6A1' } });
    await seedOrder(api, camille, { order: { state: 'CANCELLED' } });
    const answer = await read('/admin/order/export?status=SHIPPED');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="commandes.csv"');
    const [header, row, ...others] = answer.text.replace('\ufeff', '').trimEnd().split('\r\n');
    const { order } = (await call<'GET /admin/order/{id}'>(`/admin/order/${id}`, { headers: staff.headers })).data;
    expect(header?.split(';').slice(0, 3)).toEqual(['Commande', 'Date', 'État']);
    expect(row?.split(';')).toEqual(
      expect.arrayContaining([order.number, 'Expédiée', '"36,00"', '6A1', '2 × Cuvée Été 2022']),
    );
    expect(others).toEqual([]);
    expect(await readListExportAuditEntries(db, 40, 'order')).toEqual([{ userId: staff.id, key: '', after: null }]);
  });

  test('cannot be run as formulas', async () => {
    const address = { ...billingAddress, firstname: '=HYPERLINK("https://evil.example")', lastname: '@SUM(1)' };
    await seedOrder(api, camille, { order: { deliveryAddress: address, phone: '+33 5 45', state: 'RETURNED' } });
    const { text } = await read('/admin/order/export?status=RETURNED', 'en');
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",'@SUM(1)`);
    expect(text).toContain(`,'+33 5 45,`);
  });
});

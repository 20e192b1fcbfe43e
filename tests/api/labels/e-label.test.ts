import { beforeAll, expect, test } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty } from '#server/api/database/table-rows.ts';
import { ELabelInput } from '#shared/labels/e-label-input.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const draft = {
  id: 3,
  name: { fr_FR: 'Cuvée Été' },
  kind: 'red',
  vintage: 2022,
  alcohol: 12.5,
  ingredients: ['grapes', 'sulphites'],
  nutrition: {
    energyKj: 306,
    energyKcal: 74,
    fat: 0,
    saturatedFat: 0,
    carbohydrate: 1.1,
    sugars: 0.1,
    protein: 0.1,
    salt: 0,
  },
};

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow' });
  await withSiteTransaction(api.db, 40, (tx) => saveItem(tx, 'e-label', ELabelInput.parse(draft)));
});

test('GET /e-label/{id} returns a label of the site', async () => {
  expect((await api.call<'GET /e-label/{id}'>('/e-label/3')).data.label).toEqual(draft);
});

test('GET /e-label/{id} returns 404 for unknown ids and labels of another site', async () => {
  expect((await api.call('/e-label/4')).status).toBe(404);
  expect((await api.call('/e-label/3', { site: 41 })).status).toBe(404);
});

test('staff find the labels of a product by its id, and visitors do not see the product', async () => {
  const { headers } = await createCustomer(api, { role: 'ADMIN' });
  await withSiteTransaction(api.db, 40, async (tx) => {
    await saveItem(tx, 'e-label', ELabelInput.parse({ ...draft, id: 5, product: 4 }));
    await saveItem(tx, 'e-label', ELabelInput.parse({ ...draft, id: 6, product: 1 }));
  });
  await withSiteTransaction(api.db, 41, (tx) =>
    saveItem(tx, 'e-label', ELabelInput.parse({ ...draft, id: 7, product: 4 })),
  );
  const { text } = await api.call('/admin/e-label?product=4', { headers });
  const { items } = JSON.parse(text).data as { items: { key: number; item: object }[] };
  expect(items).toMatchObject([{ key: 5, item: { product: 4 } }]);
  expect((await api.call<'GET /e-label/{id}'>('/e-label/5')).data.label).toEqual({ ...draft, id: 5 });
});

test('a label outlives the deletion of its product', async () => {
  await withSiteTransaction(api.db, 40, (tx) => deleteRowByProperty(tx, products, 'id', 4));
  expect((await api.call('/product/4')).status).toBe(404);
  expect((await api.call('/e-label/3')).status).toBe(200);
});

test.each([
  ['a kind without electronic labels', { kind: 'juice' }],
  ['a spirit', { kind: 'cognac' }],
  ['a repeated ingredient', { ingredients: ['grapes', 'grapes'] }],
  ['no ingredient', { ingredients: [] }],
  ['an unknown ingredient', { ingredients: ['oak'] }],
  ['a missing nutritional value', { nutrition: { ...draft.nutrition, salt: null } }],
])('ELabelInput refuses %s', (_, change) => {
  expect(ELabelInput.safeParse({ ...draft, ...change }).success).toBe(false);
});

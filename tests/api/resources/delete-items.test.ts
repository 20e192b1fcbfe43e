import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { type ItemInput, type ItemKey, readItem } from '#server/api/resources/resource.ts';
import type { Outcome } from '#shared/outcome.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 40;

beforeAll(() => insertSite(api.db, site));

const edit = <Value, Refusal extends string>(work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>) =>
  withSiteTransactionOrRollback(api.db, site, work);
const remove = (name: string, key: ItemKey, revision = 1) =>
  edit((tx) => deleteItem(tx, findResource(name), { key, revision }));
const read = (name: string, key: ItemKey) =>
  withSiteTransaction(api.db, site, (tx) => readItem(tx, findResource(name), key));

async function create(name: string, changes: ItemInput = {}): Promise<ItemKey> {
  const created = await edit((tx) => createItem(tx, findResource(name), { ...sampleInputs[name]?.input, ...changes }));
  if (!created.ok) throw new Error(created.refusal);
  return created.value.key;
}
const listed = async () => (await api.call<'GET /product'>('/product', { site })).data.products.map(({ slug }) => slug);
const saveWine = (id: number, changes: ItemInput = {}) =>
  edit((tx) =>
    saveProduct(
      tx,
      createProductInput({ id, slug: `vin-${id}`, variants: [createVariantInput({ id: id * 10 })], ...changes }),
    ),
  );

describe('deleteItem', () => {
  it('archives a product that an order names, hides it from customers and restores it when it is saved', async () => {
    await saveWine(1);
    const customer = await createCustomer(api, { site });
    await seedOrder(api, customer, { lines: [{ productId: 1, variantId: 10 }] });
    expect(await remove('product', 1)).toEqual({ ok: true, value: null });
    expect((await read('product', 1))?.archivedAt).toBeInstanceOf(Date);
    expect(await listed()).not.toContain('vin-1');
    const page = await api.call('/product/1', { site });
    expect(page.status).toBe(404);
    const check = await api.call('/order/validate', {
      site,
      method: 'POST',
      body: { products: [{ id: 10, quantity: 1 }] },
    });
    expect(check.status).not.toBe(200);
    await saveWine(1);
    expect(await listed()).toContain('vin-1');
  });

  it('refuses a product that a box contains', async () => {
    await saveWine(2);
    const box = { type: 'BOX', kind: 'box', isVintage: false, boxContents: [{ variantId: 20, quantity: 1 }] };
    await saveWine(3, { ...box, variants: [createVariantInput({ id: 30, year: null })] });
    expect(await remove('product', 2)).toMatchObject({ refusal: 'still_referenced' });
    expect(await remove('product', 3)).toMatchObject({ ok: true });
    expect(await remove('product', 2)).toMatchObject({ ok: true });
    expect(await read('product', 2)).toBeNull();
  });

  it('archives a variant that an order names, sells it no longer and restores it on request', async () => {
    const formats = [
      createVariantInput({ id: 60 }),
      createVariantInput({ id: 61, price: 4 }),
      createVariantInput({ id: 62 }),
    ];
    await saveWine(6, { variants: formats });
    const customer = await createCustomer(api, { site });
    await seedOrder(api, customer, { lines: [{ productId: 6, variantId: 61 }] });
    const resource = findResource('product');
    const stored = async () => {
      const item = await read('product', 6);
      if (!item) throw new Error('the product is missing');
      return { ...item, variants: item.item.variants as { id: number; isArchived: boolean }[] };
    };
    const save = async (variants: unknown) => {
      const { item, revision } = await stored();
      return edit((tx) => updateItem(tx, resource, { ...item, variants }, { key: 6, revision }));
    };
    expect(await save((await stored()).variants.filter(({ id }) => id === 60))).toMatchObject({ ok: true });
    const archived = (await stored()).variants;
    expect(archived).toMatchObject([
      { id: 60, isArchived: false },
      { id: 61, isArchived: true, price: 4 },
    ]);
    const page = async () => (await api.call<'GET /product/{id}'>('/product/6', { site })).data.product;
    expect((await page()).declination.map(({ id }) => id)).toEqual([60]);
    const cheap = await api.call<'GET /product'>('/product?lt:price=5', { site });
    expect(cheap.data.products).toEqual([]);
    const order = { site, method: 'POST', body: { products: [{ id: 61, quantity: 1 }] } } as const;
    expect((await api.call('/order/validate', order)).status).not.toBe(200);
    expect(await save(archived.map((variant) => ({ ...variant, isArchived: false })))).toMatchObject({ ok: true });
    expect((await page()).declination.map(({ id }) => id)).toEqual([60, 61]);
  });

  it('refuses to archive all variants of a product, and one that a box contains', async () => {
    await saveWine(7, { variants: [createVariantInput({ id: 70 }), createVariantInput({ id: 71 })] });
    const box = { type: 'BOX', kind: 'box', isVintage: false, boxContents: [{ variantId: 70, quantity: 1 }] };
    await saveWine(8, { ...box, variants: [createVariantInput({ id: 80, year: null })] });
    const archive = (ids: readonly number[]) =>
      edit((tx) =>
        findResource('product').save(tx, {
          ...createProductInput({ id: 7, slug: 'vin-7' }),
          variants: [70, 71].map((id) => createVariantInput({ id, isArchived: ids.includes(id) })),
        }),
      );
    expect(await archive([70, 71])).toMatchObject({ refusal: 'invalid_input' });
    expect(await archive([70])).toMatchObject({ refusal: 'still_referenced' });
    expect(await archive([71])).toMatchObject({ ok: true });
  });

  it('refuses a variation that a variant has', async () => {
    const key = await create('variation');
    await saveWine(4, { variants: [createVariantInput({ id: 40, variations: [key] })] });
    expect(await remove('variation', key)).toMatchObject({ refusal: 'still_referenced' });
  });

  it('removes a tag from its products and from their search text', async () => {
    await create('tag', { slug: 'nature', label: 'Sans soufre' });
    await saveWine(5, { tags: ['nature'] });
    const searchText = () =>
      withSiteTransaction(api.db, site, async (tx) => {
        const [row] = await tx.select().from(products).where(eq(products.id, 5));
        return row?.searchText;
      });
    expect(await searchText()).toContain('sans soufre');
    expect(await remove('tag', 'nature')).toMatchObject({ ok: true });
    expect(await searchText()).not.toContain('sans soufre');
    expect((await read('product', 5))?.item.tags).toEqual([]);
  });

  it('refuses a newsletter list with subscriptions', async () => {
    const key = await create('newsletter-list');
    await withSiteTransaction(api.db, site, (tx) =>
      tx.insert(newsletterSubscriptions).values({ emailKey: 'a@b.example', email: 'a@b.example', listId: Number(key) }),
    );
    expect(await remove('newsletter-list', key)).toMatchObject({ refusal: 'still_referenced' });
  });

  it('refuses a newsletter list that a form offers', async () => {
    const key = await create('newsletter-list', { name: 'La feuille' });
    const email = { name: 'email', type: 'email', label: 'E-mail' };
    const consent = { name: 'letter', type: 'consent', label: 'Je m’abonne à La feuille', newsletterList: key };
    const form = await create('form', { fields: [email, consent] });
    expect(await remove('newsletter-list', key)).toMatchObject({ refusal: 'still_referenced' });
    expect(await remove('form', form)).toMatchObject({ ok: true });
    expect(await remove('newsletter-list', key)).toMatchObject({ ok: true });
  });

  it('refuses a page that the page tree shows', async () => {
    const page = await create('page');
    const [entry] = (sampleInputs['page-tree']?.change.entries ?? []) as ItemInput[];
    const entries = [{ ...entry, id: 1, page }];
    await edit((tx) => findResource('page-tree').save(tx, { lang: 'en', entries }));
    expect(await remove('page', page)).toMatchObject({ refusal: 'still_referenced' });
  });
});

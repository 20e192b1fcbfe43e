import { beforeAll, describe, expect, it } from 'vitest';
import { readSellableItems } from '#server/api/catalogue/read-sellable-items.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { AwardInput } from '#shared/catalogue/catalogue-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 140;

/** Saves product 1, which recommends product 2, and product 2, which has an award and is published or not. */
async function saveProducts(isPublished: boolean): Promise<void> {
  const other = createProductInput({
    id: 2,
    slug: 'la-cuvee-nouvelle',
    kind: 'white',
    isPublished,
    variants: [createVariantInput({ id: 21, reference: 'CN-75', price: 31 })],
  });
  for (const product of [createProductInput(), other, createProductInput({ recommended: [2] })]) {
    const saved = await withSiteTransactionOrRollback(api.db, site, (tx) => saveProduct(tx, product));
    expect(saved.ok).toBe(true);
  }
  const award = { product: 2, name: 'Médaille d’or', medal: 'gold', distinction: 'Or', year: 2025 };
  await withSiteTransaction(api.db, site, (tx) => saveItem(tx, 'award', AwardInput.parse({ id: 1, ...award })));
}

/** Reads the parts of the API in which a visitor could see product 2. */
async function readVisibleParts() {
  const list = (await api.call<'GET /product'>('/product', { site })).data;
  const facets = (await api.call<'GET /product/facets'>('/product/facets', { site })).data;
  const page = await api.call<'GET /product/{id}'>('/product/2', { site });
  const recommended = await api.call<'GET /v2/product/recommended/{id}'>('/v2/product/recommended/1', { site });
  const { items } = await withSiteTransaction(api.db, site, (tx) => readSellableItems(tx, [21]));
  const { awards } = (await api.call<'GET /award'>('/award', { site })).data;
  return {
    awards: awards.map(({ name }) => name),
    inList: list.products.some(({ id }) => id === 2),
    inTotal: list.total,
    inFacets: JSON.stringify(facets).includes('white'),
    page: page.status,
    recommended: recommended.data.products.map(({ id }) => id),
    isSellable: items.has(21),
  };
}

beforeAll(() => insertSite(api.db, site));

describe('a product that is not published', () => {
  it('is in no list, on no page and cannot be ordered before it is published', async () => {
    await saveProducts(false);
    expect(await readVisibleParts()).toEqual({
      awards: [],
      inList: false,
      inTotal: 1,
      inFacets: false,
      page: 404,
      recommended: [],
      isSellable: false,
    });
    await saveProducts(true);
    expect(await readVisibleParts()).toEqual({
      awards: ['Médaille d’or'],
      inList: true,
      inTotal: 2,
      inFacets: true,
      page: 200,
      recommended: [2],
      isSellable: true,
    });
  });
});

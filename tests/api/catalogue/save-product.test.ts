import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { priceHistory, products, productTagLinks, stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteChange } from '#server/api/changes/open-site-change-feed.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
/** Each test uses a separate site, with the next id. */
let site = 100;

beforeEach(async () => {
  site++;
  await insertSite(api.db, site);
  await withSiteTransaction(api.db, site, async (tx) => {
    await saveItem(tx, 'tag', { slug: 'organic', label: { fr_FR: 'Biologique', en: 'Organic' }, position: 0 });
    await saveItem(tx, 'variation', { id: 1, label: 'Fût', displayLabel: null });
    await saveItem(tx, 'meal-icon', { id: 1, icon: 'cheese', label: 'Fromages' });
  });
});

const save = (product: ProductInput, at = site) =>
  withSiteTransactionOrRollback(api.db, at, (tx) => saveProduct(tx, product));
const read = <T>(work: (tx: SiteTx) => Promise<T>, at = site) => withSiteTransaction(api.db, at, work);
const productPage = async (id = 1, at = site) =>
  (await api.call<'GET /product/{id}'>(`/product/${id}`, { site: at })).data.product;
const findIds = async (search: string) =>
  (await api.call<'GET /product'>(`/product?search=${encodeURIComponent(search)}`, { site })).data.products.map(
    ({ id }) => id,
  );

describe('saveProduct', () => {
  it('shows a new product with its variants and links', async () => {
    const variants = [
      createVariantInput({ variations: [1] }),
      createVariantInput({ id: 12, reference: 'VV-150', price: 25 }),
    ];
    expect(await save(createProductInput({ tags: ['organic'], mealIcons: [1], variants }))).toMatchObject({ ok: true });
    expect(await productPage()).toMatchObject({
      slug: 'les-vieilles-vignes',
      html: '<p>Un <strong>grand</strong> vin.</p>',
      tags: [{ slug: 'organic' }],
      mealIcons: [{ id: 1 }],
      declination: [
        { id: 11, price: 10, quantity: 24, variation1: { id: 1 } },
        { id: 12, price: 25, reference: 'VV-150' },
      ],
    });
  });

  it('gives variants without a quantity step that of the product', async () => {
    const variants = [createVariantInput({ sellByMultipleOf: 3 }), createVariantInput({ id: 12, price: 25 })];
    await save(createProductInput({ sellByMultipleOf: 6, variants }));
    const stepsOf = async () => (await productPage()).declination.map(({ sellByMultipleOf }) => sellByMultipleOf);
    expect(await stepsOf()).toEqual([3, 6]);
    expect((await productPage()).sellByMultipleOf).toBe(3);
    await save(createProductInput({ variants }));
    expect(await stepsOf()).toEqual([3, 1]);
  });

  it('makes the product findable by its name, kind, facts and tags', async () => {
    await save(createProductInput({ tags: ['organic'], facts: [{ label: 'Sol', text: 'Argilo-calcaire' }] }));
    for (const search of ['vieilles VIGNES', 'old vines', 'vin rouge', 'calcaire', 'biologique'])
      expect(await findIds(search), search).toEqual([1]);
    await save(createProductInput({ name: 'Éphémère' }));
    expect([await findIds('ephemere'), await findIds('vignes'), await findIds('biologique')]).toEqual([[1], [], []]);
  });

  it.each([
    ['HTML', { html: '<p onclick="x()">Bon</p><script>alert(1)</script>' }],
    ['Markdown', { markdown: 'Bon <script>alert(1)</script>' }],
  ])('removes scripts from %s', async (_, description) => {
    await save(createProductInput({ description }));
    expect((await productPage()).html).toMatch(/^<p>Bon ?<\/p>$/);
  });

  it('shows pictures of the site in Markdown with their dimensions', async () => {
    const picture = { name: 'Chai', alt: '', hash: 'a'.repeat(64), type: 'image/webp', bytes: 1, tint: '#ffffff' };
    await read((tx) =>
      tx.insert(images).values({ ...picture, id: 7, path: 'views/cellar.webp', width: 800, height: 600 }),
    );
    await save(createProductInput({ description: { markdown: '![Le chai](views/cellar.webp)' } }));
    expect((await productPage()).html).toMatch(/<img src="\/image\/7\?v=aaaaaaaa[^>]* width="800" height="600"/);
  });

  it('deletes variants and links that the input leaves out', async () => {
    await save(createProductInput({ tags: ['organic'] }));
    await save(createProductInput({ variants: [createVariantInput()] }));
    expect(await read((tx) => tx.select({ id: variants.id }).from(variants))).toEqual([{ id: 11 }]);
    expect(await read((tx) => tx.select().from(productTagLinks))).toEqual([]);
    expect(await read((tx) => tx.select({ id: stock.variantId }).from(stock))).toEqual([{ id: 11 }]);
  });

  it('leaves other products as they are', async () => {
    await save(createProductInput({ tags: ['organic'] }));
    const other = createProductInput({
      id: 2,
      slug: 'autre',
      recommended: [1],
      variants: [createVariantInput({ id: 21 })],
    });
    await save(other);
    expect(await productPage()).toMatchObject({ tags: [{ slug: 'organic' }], declination: [{ id: 11 }, { id: 12 }] });
  });

  it('leaves the stock alone where the input gives no quantity', async () => {
    await save(createProductInput());
    await read((tx) => tx.update(stock).set({ quantity: 3 }).where(eq(stock.variantId, 11)));
    await save(
      createProductInput({
        variants: [createVariantInput({ quantity: undefined }), createVariantInput({ id: 12, quantity: 5 })],
      }),
    );
    const left = await read((tx) => tx.select().from(stock).orderBy(stock.variantId));
    expect(left.map(({ quantity }) => quantity)).toEqual([3, 5]);
  });
});

describe('the price history of saveProduct', () => {
  const pricesOf = (variant: number) =>
    read(async (tx) => {
      const rows = await tx
        .select()
        .from(priceHistory)
        .where(eq(priceHistory.variantId, variant))
        .orderBy(priceHistory.validFrom);
      return rows.map(({ price }) => price);
    });
  const discount = { id: 1, type: 'PERCENTAGE', amount: 20 };

  it('records each price once, so that a reduction names the lowest price before it', async () => {
    await save(createProductInput());
    await save(createProductInput());
    await save(createProductInput({ variants: [createVariantInput({ price: 9 }), createVariantInput({ id: 12 })] }));
    await save(createProductInput({ variants: [createVariantInput({ price: 9.5 }), createVariantInput({ id: 12 })] }));
    await save(
      createProductInput({ discount, variants: [createVariantInput({ price: 9.5 }), createVariantInput({ id: 12 })] }),
    );
    expect(await pricesOf(11)).toEqual([1000, 900, 950, 760]);
    expect((await productPage()).declination[0]).toMatchObject({ price: 9.5, lowestPrice: 9 });
  });

  it('keeps the last of several prices that one transaction sets', async () => {
    await read(async (tx) => {
      await saveProduct(tx, createProductInput());
      await saveProduct(tx, createProductInput({ variants: [createVariantInput({ price: 8 })] }));
    });
    expect(await pricesOf(11)).toEqual([800]);
  });
});

describe('the refusals of saveProduct', () => {
  beforeEach(async () => {
    await save(createProductInput());
  });

  const other = (changes: Record<string, unknown>) =>
    createProductInput({ id: 2, slug: 'autre', variants: [createVariantInput({ id: 21 })], ...changes });
  const box = (variantId: number) => ({
    type: 'BOX',
    kind: 'box',
    isVintage: false,
    boxContents: [{ variantId, quantity: 2 }],
  });

  it.each([
    ['a tag that does not exist', { tags: ['none'] }, 'unknown_reference'],
    ['a picture that does not exist', { images: [999] }, 'unknown_reference'],
    [
      'a variation that does not exist',
      { variants: [createVariantInput({ id: 21, variations: [9] })] },
      'unknown_reference',
    ],
    ['a video that does not exist', { videos: [{ file: 9, title: 'Film' }] }, 'unknown_reference'],
    ['a recommended product that does not exist', { recommended: [99] }, 'unknown_reference'],
    ['a box with unknown contents', box(99), 'unknown_reference'],
    ['a box that contains itself', box(21), 'unknown_reference'],
    ['the slug of another product', { slug: 'les-vieilles-vignes' }, 'already_exists'],
    ['a variant of another product', { variants: [createVariantInput()] }, 'already_exists'],
  ])('refuses %s and stores nothing', async (_, changes, refusal) => {
    expect(await save(other(changes))).toMatchObject({ ok: false, refusal });
    expect(await read((tx) => tx.select({ id: products.id }).from(products))).toEqual([{ id: 1 }]);
    expect((await productPage()).declination).toHaveLength(2);
  });

  it('refuses to delete a variant that a box contains', async () => {
    expect(await save(other(box(12)))).toMatchObject({ ok: true });
    const withoutIt = createProductInput({ variants: [createVariantInput()] });
    expect(await save(withoutIt)).toMatchObject({ ok: false, refusal: 'still_referenced' });
    expect((await productPage()).declination).toHaveLength(2);
  });
});

describe('the notification of saveProduct', () => {
  let lastMarker = 10_000;
  /**
   * Notifications arrive in the order of the commits. Once the notification of another site has arrived, all earlier
   * notifications have arrived as well.
   */
  const drain = async (changes: readonly SiteChange[]) => {
    const marker = ++lastMarker;
    await insertSite(api.db, marker);
    await withSiteTransaction(api.db, marker, notifySiteChanged);
    await expect.poll(() => changes).toContainEqual({ site: marker, version: expect.any(String) });
  };
  const changesDuring = async (work: () => Promise<unknown>) => {
    const changes: SiteChange[] = [];
    const stop = api.changes.subscribe((change) => changes.push(change));
    await drain(changes);
    changes.length = 0;
    await work();
    await drain(changes);
    stop();
    return changes.slice(0, -1);
  };

  it('notifies the site once the change is committed', async () => {
    expect(await changesDuring(() => save(createProductInput()))).toEqual([{ site, version: expect.any(String) }]);
  });

  it('sends no notification when the transaction is rolled back', async () => {
    const failing = () =>
      withSiteTransaction(api.db, site, async (tx) => {
        await saveProduct(tx, createProductInput());
        throw new Error('rolled back');
      }).catch(() => {});
    expect(await changesDuring(failing)).toEqual([]);
    expect(await changesDuring(() => save(createProductInput({ tags: ['none'] })))).toEqual([]);
  });
});

describe('saveProduct at two sites', () => {
  it('stores the same ids as separate rows', async () => {
    const neighbour = site;
    await save(createProductInput({ tags: ['organic'] }));
    site++;
    await insertSite(api.db, site);
    await save(createProductInput({ name: 'Ailleurs', variants: [createVariantInput({ price: 99 })] }));
    expect(await productPage(1, neighbour)).toMatchObject({
      name: 'Les Vieilles Vignes',
      tags: [{ slug: 'organic' }],
      declination: [{ price: 10 }, { price: 25 }],
    });
  });

  it('refuses references to rows of the other site', async () => {
    site++;
    await insertSite(api.db, site);
    expect(await save(createProductInput({ tags: ['organic'] }))).toMatchObject({
      ok: false,
      refusal: 'unknown_reference',
    });
  });
});

describe('saveTag', () => {
  it('renames the tag in the search text of its products', async () => {
    await save(createProductInput({ tags: ['organic'] }));
    await save(createProductInput({ id: 2, slug: 'autre', variants: [createVariantInput({ id: 21 })] }));
    await read((tx) => saveItem(tx, 'tag', { slug: 'organic', label: 'Biodynamique', position: 0 }));
    expect([await findIds('biodynamique'), await findIds('biologique')]).toEqual([[1], []]);
  });
});

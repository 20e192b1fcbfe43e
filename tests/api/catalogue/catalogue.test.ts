import { beforeAll, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import { computeDiscountedUnitPrice } from '#shared/catalogue/unit-price.ts';
import { eurosToCents } from '#shared/money.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  await seedEstate(api.db, api.filesDir, { id: 41, mark: 'Willow', defaultLang: 'en', languages: ['en', 'fr_FR'] });
  await seedEstate(api.db, api.filesDir, { id: 42, mark: 'Uncounted' });
  await withSiteTransaction(api.db, 42, (tx) => tx.update(parameters).set({ value: false }));
});

const list = (query = '', lang = 'fr_FR') => call<'GET /product'>(`/product${query}`, { lang });
const idsOf = async (query: string, lang?: string) => (await list(query, lang)).data.products.map(({ id }) => id);

describe('GET /product', () => {
  test.each([
    ['in the estate’s own order', '', [2, 3, 1, 4, 5]],
    ['by the discounted price of the cheapest format', '?orderBy=price', [4, 2, 1, 3, 5]],
    ['dearest first', '?orderBy=-price', [5, 3, 2, 1, 4]],
    ['by name, ignoring accents', '?orderBy=name', [2, 5, 3, 1, 4]],
    ['youngest vintage first, without vintage last', '?orderBy=-year', [2, 1, 3, 4, 5]],
    ['oldest first, without vintage last', '?orderBy=year', [1, 2, 3, 4, 5]],
    ['by ids, in the order of the list', '?id=5,1,99', [1, 5]],
    ['all except some ids', '?df:id=1,5', [2, 3, 4]],
    ['by ids and kind', '?id=1,2&kind=red', [1]],
    ['by an empty list of ids', '?id=,', []],
    ['of a type', '?type=BOX', [5]],
    ['of several kinds', '?kind=red,white', [2, 1]],
    ['of all kinds except some', '?df:kind=juice,box', [2, 3, 1]],
    ['with a tag', '?tags=gift', [2]],
    ['with one of several tags', '?tags=gift,organic', [2, 1]],
    ['without a tag', '?df:tags=organic', [3, 4, 5]],
    ['promoted', '?promoted=true', [2]],
    ['by a part of the name, ignoring accents', '?lk:name=ete', [1]],
    ['by a part of the name with a ligature', '?lk:name=oeuvre', [2]],
    ['by a typographic sign written plainly', "?lk:name=l'o", [2]],
    ['by the whole name', '?name=cognac%20vs', [3]],
    ['by all other names', '?df:name=cognac%20vs', [2, 1, 4, 5]],
    ['by words in any order', '?search=vs%20COGNAC', [3]],
    ['by words with accents', '?search=ch%C3%AAnes%20%C3%A9t%C3%A9', [1]],
    ['by words without a match', '?search=nowhere', []],
    ['by a literal percent sign', '?lk:name=%25', []],
    ['by a literal underscore', '?search=_', []],
    ['of a vintage', '?year=2022', [2, 1]],
    ['of a format in centilitres', '?capacity=150', [1]],
    ['of a format that is declared in litres', '?capacity=70', [3]],
    ['of half bottles', '?lt:capacity=75', [3, 1]],
    ['up to a price after discount', '?lte:price=7', [2, 1, 4]],
    ['from a price', '?gte:price=35', [3, 5]],
    ['between two prices', '?gte:price=9&lte:price=10', [2]],
    ['at a price to the cent', '?price=9', [2]],
    ['by vintage and format of the same variant', '?year=2022&capacity=150', []],
    ['by vintage and price of the same variant', '?year=2020&lt:price=20', []],
    ['by empty filters, which are ignored', '?kind=&search=&lk:name=', [2, 3, 1, 4, 5]],
    ['one page', '?nbItem=2&page=2', [1, 4]],
    ['a page beyond the end', '?nbItem=2&page=9', []],
  ])('filters, sorts and pages %s: %s', async (_, query, ids) => expect(await idsOf(query)).toEqual(ids));

  test('returns the total of all pages', async () => {
    expect((await list('?nbItem=2&page=9')).data.total).toBe(5);
    expect((await list('?kind=red&nbItem=1')).data.total).toBe(1);
  });

  test('compares names in the caller’s language', async () => {
    expect(await idsOf('?lk:name=cognac', 'en')).toEqual([3]);
  });
});

describe('a product of GET /product', () => {
  const productOf = async (id: number) => {
    const found = (await list()).data.products.find((product) => product.id === id);
    if (!found) throw new Error(`no product ${id}`);
    return found;
  };

  test('a product has the price of its cheapest variant in euros', async () => {
    expect(await productOf(1)).toMatchObject({
      price: 7,
      idProduct: 1,
      slug: 'product-1',
      type: { type: 'WINE' },
      quantity: 17,
      setQuantity: true,
    });
  });

  test('price and discount of a product together give the lowest price of its variants', async () => {
    const { products } = (await list()).data;
    for (const { id, price, discount, declination } of products) {
      const paid = (amount: number, terms: typeof discount) => computeDiscountedUnitPrice(eurosToCents(amount), terms);
      const lowest = Math.min(...declination.map((variant) => paid(variant.price, variant.discount)));
      expect([id, paid(price, discount)]).toEqual([id, lowest]);
    }
    // The cheapest variant of product 2 has its own discount, so the discount of the product does not apply to it.
    expect(await productOf(2)).toMatchObject({ price: 7, discount: null, sellByMultipleOf: 1 });
  });

  test('a variant has its own discount or else that of the product', async () => {
    const { declination } = await productOf(2);
    expect(declination.map(({ id, discount }) => [id, discount?.type])).toEqual([
      [21, 'PERCENTAGE'],
      [22, 'EURO'],
    ]);
  });

  test('only a reduced variant has the lowest price of the previous 30 days', async () => {
    const { declination } = await productOf(2);
    expect(declination.map(({ lowestPrice }) => lowestPrice)).toEqual([8, 9.5]);
    expect((await productOf(3)).declination[0]?.lowestPrice).toBeNull();
  });

  test('a box has the quantity that its contents allow', async () => {
    expect((await productOf(5)).declination[0]).toMatchObject({ quantity: 5 });
  });

  test('a box lists its contents and a bottle none', async () => {
    expect((await productOf(5)).products).toEqual([
      {
        idProduct: 1,
        idDeclination: 11,
        slug: 'product-1',
        name: 'Cuvée Été',
        type: 'WINE',
        kind: 'red',
        quantity: 2,
        year: 2022,
        capacity: 75,
        capacityUnit: 'CENTILITRE',
      },
      expect.objectContaining({ idDeclination: 22, type: 'WINE', quantity: 1 }),
    ]);
    expect((await productOf(1)).products).toEqual([]);
  });

  test('a product has its tags, pictures and variations', async () => {
    expect(await productOf(1)).toMatchObject({
      tags: [{ slug: 'organic', label: 'Bio' }],
      image: { id: 1, alt: 'Vue Chênes' },
    });
    expect((await productOf(1)).declination[0]?.image?.id).toBe(1);
    expect((await productOf(3)).declination[0]).toMatchObject({ variation1: { label: 'Avec étui' }, variation2: null });
    expect((await productOf(3)).image).toBeNull();
  });

  test('no variant has a managed quantity without stock management', async () => {
    const { data } = await call<'GET /product'>('/product', { site: 42 });
    expect(
      data.products.every(
        ({ setQuantity, declination }) => !setQuantity && declination.every((each) => !each.setQuantity),
      ),
    ).toBe(true);
  });
});

describe('GET /product/{id}', () => {
  test('returns the details that the product page shows', async () => {
    const { data } = await call<'GET /product/{id}'>('/product/1', { lang: 'en' });
    expect(data.product).toMatchObject({
      html: '<p>Chênes</p>',
      tasting: { eye: 'Rouge', nose: 'Fruit', mouth: '' },
      facts: [{ label: 'Soil', text: 'Argile' }],
      alcohol: 12.5,
      nutrition: null,
      mealIcons: [{ icon: 'cheese', label: 'Cheese' }, { icon: 'oyster' }],
      images: [{ id: 1 }, { id: 3 }],
      videos: [{ title: 'Vendange' }, { url: 'https://video.example/1' }],
      products: [],
    });
    expect(data.product.videos[0]?.url).toMatch(/^\/file\/5\/harvest\.mp4\?v=/);
  });

  test('returns the contents of a box', async () => {
    const { data } = await call<'GET /product/{id}'>('/product/5');
    expect(data.product).toMatchObject({
      reference: 'BOX-1',
      products: [
        { idProduct: 1, idDeclination: 11, quantity: 2, year: 2022, name: 'Cuvée Été', capacity: 75 },
        { idProduct: 2, idDeclination: 22, quantity: 1 },
      ],
    });
  });

  test.each([
    ['99', 404],
    ['abc', 400],
    ['-1', 400],
    ['1e2x', 400],
    ['2147483648', 400],
    ['1%00', 400],
  ])('%s returns %i', async (id, status) => expect((await call(`/product/${id}`)).status).toBe(status));
});

describe('PUT /product/quantities', () => {
  const requestQuantities = (ids: number[], site = 40) =>
    call<'PUT /product/quantities'>('/product/quantities', {
      method: 'PUT',
      site,
      body: { products: ids.map((id) => ({ id })) },
    });

  test('returns each existing variant once', async () => {
    const { data } = await requestQuantities([11, 12, 51, 11, 777]);
    expect(data.products).toEqual([
      { id: 11, quantity: 13 },
      { id: 12, quantity: 0 },
      { id: 51, quantity: 5 },
    ]);
  });

  test('reads the database once for simultaneous calls', async () => {
    const acquired = vi.fn();
    api.db.$client.on('acquire', acquired);
    await Promise.all(Array.from({ length: 20 }, () => requestQuantities([11], 41)));
    api.db.$client.off('acquire', acquired);
    // The calls share at most two connections: one for the site, if it is no longer cached, and one for the quantities.
    expect(acquired.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['no body', undefined, 'body'],
    ['no list', {}, 'products'],
    ['an unknown field', { products: [], more: 1 }, 'more'],
    ['a malformed id', { products: [{ id: 0 }] }, 'products.0.id'],
    ['a quantity from the caller', { products: [{ id: 1, quantity: 2 }] }, 'products.0.quantity'],
    ['too many ids', { products: Array.from({ length: 501 }, () => ({ id: 1 })) }, 'products'],
  ])('rejects %s with 400 and names the field', async (_, body, field) => {
    const answer = await call('/product/quantities', { method: 'PUT', body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  });
});

describe('GET /product/facets', () => {
  const facets = async (query: string) => (await call<'GET /product/facets'>(`/product/facets${query}`)).data.facets;

  test('returns the facets of the filtered products', async () => {
    expect(await facets('?df:kind=juice,box')).toEqual({
      choices: {
        kind: [
          { value: 'white', count: 1 },
          { value: 'red', count: 1 },
          { value: 'cognac', count: 1 },
        ],
      },
      years: [
        { year: 2023, count: 1 },
        { year: 2022, count: 2 },
        { year: 2020, count: 1 },
      ],
      capacities: [
        { capacity: 37.5, count: 1 },
        { capacity: 70, count: 1 },
        { capacity: 75, count: 2 },
        { capacity: 150, count: 1 },
      ],
      tags: [
        { slug: 'organic', label: 'Bio', count: 2 },
        { slug: 'gift', label: 'Cadeau', count: 1 },
      ],
      price: { min: 7, max: 35 },
    });
  });

  test('returns empty facets when no product matches', async () => {
    expect(await facets('?kind=pineau')).toEqual({
      choices: createChoiceFilterRecord(() => []),
      years: [],
      capacities: [],
      tags: [],
      price: null,
    });
  });

  test('names an unknown kind in the refusal', async () => {
    const answer = await call('/product/facets?kind=beer', { lang: 'en' });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain('beer');
  });
});

test('recommended products come in the estate’s order', async () => {
  const { data } = await call<'GET /v2/product/recommended/{id}'>('/v2/product/recommended/1');
  expect(data.products.map(({ id }) => id)).toEqual([3, 2]);
  expect((await call<'GET /v2/product/recommended/{id}'>('/v2/product/recommended/99')).data.products).toEqual([]);
});

test('awards are listed newest first, for the site or for one product', async () => {
  const all = await call<'GET /award'>('/award', { lang: 'en' });
  expect(all.data.awards.map(({ id }) => id)).toEqual([2, 1]);
  const one = await call<'GET /award'>('/award?product=1', { lang: 'en' });
  expect(one.data.awards).toEqual([
    {
      id: 1,
      idProduct: 1,
      name: 'Concours Chênes',
      medal: 'gold',
      distinction: 'Gold medal',
      year: 2024,
      vintage: 2022,
      image: expect.objectContaining({ id: 1, url: expect.stringMatching(/^\/image\/1\?v=/) }),
    },
  ]);
  expect(all.data.awards[0]?.image).toBeNull();
  expect((await call('/award?product=x')).status).toBe(400);
});

test('variations and food pairings are listed', async () => {
  expect((await call<'GET /variation'>('/variation', { lang: 'en' })).data.variations).toEqual([
    { id: 1, label: 'With box', displayLabel: null },
  ]);
  expect((await call<'GET /parameter/product/meal-icon'>('/parameter/product/meal-icon')).data.mealIcons).toHaveLength(
    2,
  );
});

describe('the query of GET /product', () => {
  test.each([
    ['?colour=red', 'colour'],
    ['?zz:price=3', 'zz:price'],
    ['?lk:price=3', 'lk:price'],
    ['?orderBy=stock', 'orderBy'],
    ['?orderBy=--price', 'orderBy'],
    ['?kind=beer', 'kind'],
    ['?id=1,x', 'id'],
    ['?id=-1', 'id'],
    ['?id=1.5', 'id'],
    ['?id=2147483648', 'id'],
    [`?id=${Array.from({ length: 101 }, () => 1)}`, 'id'],
    ['?gte:id=1', 'gte:id'],
    ['?nbItem=101', 'nbItem'],
    ['?nbItem=1000000000000', 'nbItem'],
    ['?nbItem=0', 'nbItem'],
    ['?page=0', 'page'],
    ['?page=1.5', 'page'],
    ['?page=1&page=2', 'page'],
    ['?price=cheap', 'price'],
    ['?price=Infinity', 'price'],
    ['?year=1e999', 'year'],
    ['?promoted=maybe', 'promoted'],
    ['?search=%00', 'search'],
    [`?search=${'x'.repeat(201)}`, 'search'],
    ["?' or 1=1 --=1", "' or 1"],
  ])('rejects %s and names the parameter', async (query, field) => {
    const answer = await call(`/product${query}`, { lang: 'en' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toEqual([field]);
    expect(answer.message).not.toMatch(/select|syntax|zod|at .*\.ts/i);
  });

  test.each(['?price=1e308', '?year=99999999999999', '?lt:capacity=-1e300'])(
    'refuses the number of %s',
    async (query) => expect((await call(`/product${query}`)).status).toBe(400),
  );

  test.each(["?search=';drop table products", '?lk:name=%5C', '?tags=%27'])(
    'accepts the unusual value of %s',
    async (query) => expect((await call(`/product${query}`)).status).toBe(200),
  );
});

test.each(['/product', '/product/1', '/v2/product/recommended/1', '/award', '/product?search=chenes'])(
  '%s returns no data of site 40 at site 41',
  async (url) => {
    const answer = await call(url, { site: 41, lang: 'fr_FR' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('Chênes');
  },
);

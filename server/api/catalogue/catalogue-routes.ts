import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { catalogueContract, productKinds } from '#shared/catalogue/catalogue-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import {
  type FacetRows,
  findProducts,
  readAwards,
  readFacets,
  readMealIcons,
  readRecommended,
  readVariations,
} from './catalogue-repository.ts';
import type { QuantityCache } from './quantity-cache.ts';
import { readProductDetail } from './read-product-detail.ts';
import { readProductList } from './read-products.ts';
import { toVariation } from './read-shelf.ts';

export function catalogueRoutes(app: FastifyInstance, parts: RouteParts & { quantities: QuantityCache }): void {
  const route = contractRoutes(app, 'catalogue', catalogueContract, parts);

  route('GET /product', ({ query, lang, site, localize, inSite }) =>
    inSite(async (tx) => {
      const { ids, total } = await findProducts(tx, query, { lang, siteLang: site.defaultLang });
      return { products: await readProductList(tx, ids, { localize, now: new Date() }), total };
    }),
  );
  route('GET /product/facets', async ({ query, localize, inSite }) => {
    const rows = await inSite((tx) => readFacets(tx, query.kind, query['df:kind']));
    return { facets: toFacets(rows, localize) };
  });
  route('GET /product/{id}', async ({ params, localize, inSite }) => {
    const product = await inSite((tx) => readProductDetail(tx, params.id, { localize, now: new Date() }));
    return product ? ok({ product }) : refuse('not_found');
  });
  route('PUT /product/quantities', async ({ body, site }) => {
    const quantities = await parts.quantities.of(site.id);
    const ids = [...new Set(body.products.map(({ id }) => id))];
    return {
      products: ids.flatMap((id) => {
        const quantity = quantities.get(id);
        return quantity === undefined ? [] : [{ id, quantity }];
      }),
    };
  });
  route('GET /v2/product/recommended/{id}', ({ params, localize, inSite }) =>
    inSite(async (tx) => {
      const ids = await readRecommended(tx, params.id);
      return { products: await readProductList(tx, ids, { localize, now: new Date() }) };
    }),
  );
  route('GET /award', async ({ query, localize, inSite }) => {
    const rows = await inSite((tx) => readAwards(tx, query.product));
    const awards = rows.map(({ id, productId, name, medal, distinction, year, vintage }) => ({
      id,
      idProduct: productId,
      name: localize(name),
      medal,
      distinction: localize(distinction),
      year,
      vintage,
    }));
    return { awards };
  });
  route('GET /variation', async ({ localize, inSite }) => {
    const rows = await inSite(readVariations);
    return { variations: rows.map((row) => toVariation(row, localize)) };
  });
  route('GET /parameter/product/meal-icon', async ({ localize, inSite }) => {
    const rows = await inSite(readMealIcons);
    return { mealIcons: rows.map(({ id, icon, label }) => ({ id, icon, label: localize(label) })) };
  });
}

function toFacets(
  { kinds, years, sizes, tags, least, most }: FacetRows,
  localize: (text: FacetRows['tags'][number]['label']) => string,
) {
  return {
    kinds: kinds.toSorted((a, b) => productKinds.indexOf(a.kind) - productKinds.indexOf(b.kind)),
    years,
    capacities: sizes.map(({ millilitres, count }) => ({ capacity: millilitres / 10, count })),
    tags: tags.map(({ slug, label, count }) => ({ slug, label: localize(label), count })),
    price: least === null || most === null ? null : { least: centsToEuros(least), most: centsToEuros(most) },
  };
}

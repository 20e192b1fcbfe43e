import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { catalogueContract } from '#shared/catalogue/catalogue-contract.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { readAwards, readMealIcons, readVariationLabels } from './classification-repository.ts';
import { type ProductFacetRows, readProductFacets } from './facets-repository.ts';
import { findVisibleProductIdPage, readRecommendedProductIds } from './product-repository.ts';
import type { QuantityCache } from './quantity-cache.ts';
import { type ReadProductRatings, toVariationResponse } from './read-product-data-by-ids.ts';
import { readProductDetail } from './read-product-detail.ts';
import { readProductsByIds } from './read-products.ts';

interface CatalogueDependencies extends ContractRouteDependencies {
  quantities: QuantityCache;
  readRatings: ReadProductRatings;
}

export function catalogueRoutes(app: FastifyInstance, dependencies: CatalogueDependencies): void {
  productRoutes(app, dependencies);
  referenceRoutes(app, dependencies);
}

function productRoutes(app: FastifyInstance, dependencies: CatalogueDependencies): void {
  const route = createContractRouter(app, 'catalogue', catalogueContract, dependencies);
  const { quantities: quantityCache, readRatings } = dependencies;

  route('GET /product', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { ids, total } = await findVisibleProductIdPage(tx, query, { lang, siteLang: site.defaultLang });
      return { products: await readProductsByIds(tx, ids, { pickLanguage, now: new Date(), readRatings }), total };
    }),
  );
  route('GET /product/facets', async ({ query, pickLanguage, withSiteTransaction }) => {
    const rows = await withSiteTransaction((tx) => readProductFacets(tx, query.kind, query['df:kind']));
    return { facets: toFacets(rows, pickLanguage) };
  });
  route('GET /product/{id}', async ({ params, pickLanguage, withSiteTransaction }) => {
    const product = await withSiteTransaction((tx) =>
      readProductDetail(tx, params.id, { pickLanguage, now: new Date(), readRatings }),
    );
    return product ? ok({ product }) : refuse('not_found');
  });
  route('PUT /product/quantities', async ({ body, site }) => {
    const quantities = await quantityCache.get(site.id);
    const ids = [...new Set(body.products.map(({ id }) => id))];
    return {
      products: ids.flatMap((id) => {
        const quantity = quantities.get(id);
        return quantity === undefined ? [] : [{ id, quantity }];
      }),
    };
  });
  route('GET /v2/product/recommended/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const ids = await readRecommendedProductIds(tx, params.id);
      return { products: await readProductsByIds(tx, ids, { pickLanguage, now: new Date(), readRatings }) };
    }),
  );
}

function referenceRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'catalogue', catalogueContract, dependencies);

  route('GET /award', async ({ query, pickLanguage, withSiteTransaction }) => {
    const { rows, images } = await withSiteTransaction(async (tx) => {
      const found = await readAwards(tx, query.product);
      const imageIds = found.map(({ imageId }) => imageId);
      return { rows: found, images: await readImagesById(tx, imageIds, pickLanguage) };
    });
    const awards = rows.map(({ id, productId, name, medal, distinction, year, vintage, imageId }) => ({
      id,
      idProduct: productId,
      name: pickLanguage(name),
      medal,
      distinction: pickLanguage(distinction),
      year,
      vintage,
      image: (imageId !== null && images.get(imageId)) || null,
    }));
    return { awards };
  });
  route('GET /variation', async ({ pickLanguage, withSiteTransaction }) => {
    const rows = await withSiteTransaction(readVariationLabels);
    return { variations: rows.map((row) => toVariationResponse(row, pickLanguage)) };
  });
  route('GET /parameter/product/meal-icon', async ({ pickLanguage, withSiteTransaction }) => {
    const rows = await withSiteTransaction(readMealIcons);
    return { mealIcons: rows.map(({ id, icon, label }) => ({ id, icon, label: pickLanguage(label) })) };
  });
}

function toFacets(
  { choices, years, sizes, tags, minPrice, maxPrice }: ProductFacetRows,
  pickLanguage: (text: ProductFacetRows['tags'][number]['label']) => string,
) {
  return {
    choices: createChoiceFilterRecord((filter, values) =>
      choices[filter].toSorted((a, b) => values.indexOf(a.value) - values.indexOf(b.value)),
    ),
    years,
    capacities: sizes.map(({ millilitres, count }) => ({ capacity: millilitres / 10, count })),
    tags: tags.map(({ slug, label, count }) => ({ slug, label: pickLanguage(label), count })),
    price: minPrice === null || maxPrice === null ? null : { min: centsToEuros(minPrice), max: centsToEuros(maxPrice) },
  };
}

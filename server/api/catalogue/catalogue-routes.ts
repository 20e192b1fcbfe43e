import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  inListSql,
  isOneOfIds,
  localizedTextSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readParameter } from '#server/api/site/site.ts';
import { catalogueContract } from '#shared/catalogue/catalogue-contract.ts';
import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import {
  type ChoiceFilter,
  choiceFilterNames,
  createChoiceFilterRecord,
} from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros, eurosToFractionalCents } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import {
  isVisibleProductSql,
  mealIcons,
  products,
  productTagLinks,
  productTypeSql,
  recommendations,
  stock,
  variants,
} from './catalogue-tables.ts';
import { readAwards, readVariationLabels } from './product-repository.ts';
import { searchProducts } from './product-search.ts';
import type { QuantityCache } from './quantity-cache.ts';
import { type ReadProductRatings, readProductDetail, readProductsByIds, toVariationResponse } from './read-products.ts';

interface ProductListReading {
  lang: Lang;
  siteLang: Lang;
  /** The products that the words of the query find, the best first; null without such words. */
  found: readonly number[] | null;
  /** The site's parameter USE_STOCK_MANAGEMENT. */
  isStockManaged: boolean;
}

/** SQL for the price of a variant after its discount, in cents. */
const discountedPriceSql = sql<number>`discounted_price(${variants.price}, ${variants.discount}, ${products.discount})`;

/** SQL condition: the variant belongs to the product and is not archived. */
const isSoldVariantOfProduct = sql`${variants.productId} = ${products.id} and not ${variants.isArchived}`;

const volumeSql = sql`(case when ${products.kind} <> 'voucher' then ${variants.millilitres} end)`;

/** Converts centilitres to millilitres without a floating-point error: 37.3 * 10 may not be 373. */
const toMillilitres = (centilitres: number): number => Number((centilitres * 10).toFixed(3));

const variantFilters: Record<string, (filter: ListFilter) => SQL> = {
  year: ({ operator, value }) => comparisonSql(sql`${variants.year}`, operator, value as number),
  capacity: ({ operator, value }) => comparisonSql(volumeSql, operator, toMillilitres(value as number)),
  price: ({ operator, value }) => comparisonSql(discountedPriceSql, operator, eurosToFractionalCents(value as number)),
};

const productFilters: Record<string, (filter: ListFilter, reading: ProductListReading) => SQL> = {
  id: ({ operator, value }) =>
    operator === 'df:' ? notInArray(products.id, value as number[]) : inArray(products.id, value as number[]),
  type: ({ operator, value }) => inListSql(productTypeSql, operator, value as string[]),
  ...createChoiceFilterRecord(
    (field) =>
      ({ operator, value }: ListFilter) =>
        inListSql(sql`${products[field]}`, operator, value as string[]),
  ),
  promoted: ({ value }) => sql`${products.promoted} = ${value === true}`,
  name: ({ operator, value }, { lang, siteLang }) =>
    textFilterSql(localizedTextSql(products.name, lang, siteLang), operator, String(value)),
  search: ({ operator, value }, { found }) =>
    operator === 'df:' ? sql`not (${hasWords(String(value))})` : isOneOfIds(products.id, found ?? []),
  tags: ({ operator, value }) =>
    operator === 'df:' ? sql`not ${hasTag(value as string[])}` : hasTag(value as string[]),
};

/** SQL condition: the product's search text contains every word of the query. */
const hasWords = (search: string): SQL => foldedTextContainsWordsSql(sql`${products.searchText}`, search);

const hasTag = (slugs: readonly string[]): SQL =>
  sql`exists (select from ${productTagLinks} where ${productTagLinks.productId} = ${products.id}
       and ${inListSql(sql`${productTagLinks.tag}`, '', slugs)})`;

/**
 * Returns the SQL condition of a product list query. The filters for year, bottle size and price must all match the
 * same variant.
 */
function productListQueryConditionSql(query: ListQuery, reading: ProductListReading): SQL | undefined {
  const variantConditions = query.filters.flatMap((filter) => variantFilters[filter.field]?.(filter) ?? []);
  const productConditions = query.filters.flatMap((filter) => productFilters[filter.field]?.(filter, reading) ?? []);
  if (variantConditions.length + productConditions.length < query.filters.length)
    throw new Error('the query has a filter on an unknown field');
  const hasMatchingVariant =
    variantConditions.length > 0
      ? sql`exists (select from ${variants} where ${isSoldVariantOfProduct} and ${and(...variantConditions)})`
      : undefined;
  return and(isVisibleProductSql, ...productConditions, hasMatchingVariant);
}

const overVariants = (value: SQL): SQL => sql`(select ${value} from ${variants} where ${isSoldVariantOfProduct})`;

/** SQL condition: the stock of each variant is managed and used up. That of a box depends on its contents. */
const isSoldOutSql = sql`(${products.kind} <> 'box' and not exists (
  select from ${variants} left join ${stock} on ${stock.variantId} = ${variants.id}
   where ${isSoldVariantOfProduct} and (not ${variants.isStockManaged} or ${stock.quantity} > 0)))`;

/**
 * Returns the SQL sort order of a product list. By default it is the order that the estate has chosen, and for a search
 * the best first, what is sold out last. It ends with the id, so that no product appears on two pages.
 */
function productSortOrderSql(
  { orderBy }: ListQuery,
  { lang, siteLang, found, isStockManaged }: ProductListReading,
): SQL[] {
  const byName = foldedTextSql(localizedTextSql(products.name, lang, siteLang));
  const expressions: Record<string, SQL> = {
    price: overVariants(sql`min(${discountedPriceSql})`),
    year: overVariants(sql`max(${variants.year})`),
    name: byName,
    order: sql`${products.position}`,
  };
  if (!orderBy && found)
    return [
      ...(isStockManaged ? [isSoldOutSql] : []),
      sql`array_position(${sql.param([...found])}::integer[], ${products.id})`,
    ];
  const { field, isDescending } = orderBy ?? { field: 'order', isDescending: false };
  const expression = expressions[field];
  if (!expression) throw new Error(`products have no order "${field}"`);
  const first = isDescending ? sql`${expression} desc nulls last` : sql`${expression} asc nulls last`;
  return [first, asc(products.position), asc(products.id)];
}

async function findVisibleProductIdPage(
  tx: SiteTx,
  query: ListQuery,
  languages: Pick<ProductListReading, 'lang' | 'siteLang'>,
) {
  const words = query.filters.find(({ field, operator }) => field === 'search' && operator !== 'df:');
  const [found, isManaged] = words
    ? await Promise.all([
        searchProducts(tx, String(words.value), languages.lang),
        readParameter(tx, 'USE_STOCK_MANAGEMENT'),
      ])
    : [null, false];
  const reading = { ...languages, found, isStockManaged: isManaged === true };
  const where = productListQueryConditionSql(query, reading);
  const [total, rows] = await Promise.all([
    tx.$count(products, where),
    tx
      .select({ id: products.id })
      .from(products)
      .where(where)
      .orderBy(...productSortOrderSql(query, reading))
      .limit(query.nbItem)
      .offset((query.page - 1) * query.nbItem),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

async function readRecommendedProductIds(tx: SiteTx, productId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: recommendations.recommendedId })
    .from(recommendations)
    .where(eq(recommendations.productId, productId))
    .orderBy(asc(recommendations.position));
  return rows.map(({ id }) => id);
}

const readMealIcons = (tx: SiteTx) => tx.select().from(mealIcons).orderBy(asc(mealIcons.id));

interface CatalogueDependencies extends ContractRouteDependencies {
  quantities: QuantityCache;
  readRatings: ReadProductRatings;
}

export function catalogueRoutes(app: FastifyInstance, dependencies: CatalogueDependencies): void {
  productRoutes(app, dependencies);
  referenceRoutes(app, dependencies);
}

/** The distinct values by which products can be filtered. Prices are in cents. Boxes and vouchers have no size. */
interface ProductFacetRows {
  /** The values of each choice filter, in any order. */
  choices: Record<ChoiceFilter, { value: string; count: number }[]>;
  years: { year: number; count: number }[];
  sizes: { millilitres: number; count: number }[];
  tags: { slug: string; label: Localized; count: number }[];
  minPrice: number | null;
  maxPrice: number | null;
}

/** Returns the SQL expression for a column of the selected products, named after the filter's field. */
const choiceColumnSql = (filter: ChoiceFilter): SQL => sql`${products[filter]} as ${sql.identifier(filter)}`;

/**
 * Returns the SQL expressions for a key and value of a JSON object: a choice filter, and its values with the number of
 * selected products of each.
 */
const choiceCountsSql = (filter: ChoiceFilter): SQL => sql`${filter}::text, (
  select coalesce(json_agg(counted), '[]')
    from (select ${sql.identifier(filter)} as value, count(*) from chosen
           where ${sql.identifier(filter)} is not null group by 1) counted)`;

async function readProductFacets(
  tx: SiteTx,
  kinds: readonly ProductKind[] | undefined,
  excludedKinds: readonly ProductKind[] | undefined,
): Promise<ProductFacetRows> {
  const kind = sql`${products.kind}`;
  const conditions: SQL[] = [isVisibleProductSql];
  if (kinds && kinds.length > 0) conditions.push(inListSql(kind, '', kinds));
  if (excludedKinds) conditions.push(inListSql(kind, 'df:', excludedKinds));
  const { rows } = await tx.execute<ProductFacetRows & Record<string, unknown>>(sql`
    with chosen as (
      select id, discount, ${sql.join(choiceFilterNames.map(choiceColumnSql), sql`, `)} from products where ${and(...conditions) ?? sql`true`}
    ), formats as (
      select v.product_id, chosen.kind, v.year, v.millilitres, discounted_price(v.price, v.discount, chosen.discount) as paid
        from variants v join chosen on chosen.id = v.product_id and not v.is_archived
    ), by_year as (
      select year, count(distinct product_id) from formats where year is not null group by year order by year desc
    ), by_size as (
      select millilitres, count(distinct product_id) from formats
       where kind not in ('box', 'voucher') group by millilitres order by millilitres
    ), by_tag as (
      select t.slug, t.label, count(*)
        from product_tags pt join chosen on chosen.id = pt.product_id join tags t on t.slug = pt.tag
       group by t.slug, t.label, t.position order by t.position, t.slug
    )
    select json_build_object(${sql.join(choiceFilterNames.map(choiceCountsSql), sql`, `)}) as choices,
           (select coalesce(json_agg(by_year), '[]') from by_year) as years,
           (select coalesce(json_agg(by_size), '[]') from by_size) as sizes,
           (select coalesce(json_agg(by_tag), '[]') from by_tag) as tags,
           (select min(paid) from formats) as "minPrice",
           (select max(paid) from formats) as "maxPrice"`);
  const [row] = rows;
  if (!row) throw new Error('the facets query returned no row');
  return row;
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

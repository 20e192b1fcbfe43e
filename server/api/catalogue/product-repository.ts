import { and, asc, desc, eq, getTableColumns, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  inListSql,
  localizedTextSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { eurosToFractionalCents } from '#shared/money.ts';
import { awards, mealIcons, productMealIconLinks, productTagLinks, variationLabels } from './classification-tables.ts';
import {
  boxContents,
  isVisibleProductSql,
  productImages,
  products,
  productTypeSql,
  recommendations,
  variants,
} from './product-tables.ts';
import { managedStockQuantitySql } from './stock-repository.ts';
import { priceHistory, stock } from './stock-tables.ts';

/** The columns of a product card in a list. The long texts are read only for the page of a single product. */
const cardColumns = {
  id: products.id,
  slug: products.slug,
  type: products.type,
  kind: products.kind,
  name: products.name,
  appellation: products.appellation,
  summary: products.summary,
  isVintage: products.isVintage,
  promoted: products.promoted,
  hasShippingFees: products.hasShippingFees,
  vatRate: products.vatRate,
  isAlcohol: products.isAlcohol,
  discount: products.discount,
};
export type ProductCardRow = Pick<typeof products.$inferSelect, keyof typeof cardColumns>;

interface ProductListLanguages {
  lang: Lang;
  siteLang: Lang;
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

const productFilters: Record<string, (filter: ListFilter, reading: ProductListLanguages) => SQL> = {
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
  search: ({ operator, value }) =>
    operator === 'df:' ? sql`not (${hasWords(String(value))})` : hasWords(String(value)),
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
function productListQueryConditionSql(query: ListQuery, reading: ProductListLanguages): SQL | undefined {
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

/**
 * Returns the SQL sort order of a product list, by default the order that the estate has chosen. It ends with the id,
 * so that no product appears on two pages.
 */
function productSortOrderSql({ orderBy }: ListQuery, { lang, siteLang }: ProductListLanguages): SQL[] {
  const byName = foldedTextSql(localizedTextSql(products.name, lang, siteLang));
  const expressions: Record<string, SQL> = {
    price: overVariants(sql`min(${discountedPriceSql})`),
    year: overVariants(sql`max(${variants.year})`),
    name: byName,
    order: sql`${products.position}`,
  };
  const { field, isDescending } = orderBy ?? { field: 'order', isDescending: false };
  const expression = expressions[field];
  if (!expression) throw new Error(`products have no order "${field}"`);
  const first = isDescending ? sql`${expression} desc nulls last` : sql`${expression} asc nulls last`;
  return [first, asc(products.position), asc(products.id)];
}

export async function findVisibleProductIdPage(tx: SiteTx, query: ListQuery, languages: ProductListLanguages) {
  const where = productListQueryConditionSql(query, languages);
  const total = await tx.$count(products, where);
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...productSortOrderSql(query, languages))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { ids: rows.map(({ id }) => id), total };
}

export const readVisibleProductCardRows = (tx: SiteTx, ids: readonly number[]): Promise<ProductCardRow[]> =>
  tx
    .select(cardColumns)
    .from(products)
    .where(and(inArray(products.id, [...ids]), isVisibleProductSql));

const { siteId: _siteId, searchText: _searchText, ...detailColumns } = getTableColumns(products);

/** Reads all columns of a product, published or not, that its page can show, including the long texts. */
export async function readAnyProductDetail(tx: SiteTx, id: number) {
  const [row] = await tx.select(detailColumns).from(products).where(eq(products.id, id));
  return row ?? null;
}
export type ProductDetailRow = NonNullable<Awaited<ReturnType<typeof readAnyProductDetail>>>;

/**
 * Reads the image ids of products in display order. With `isMainOnly`, it reads only the first image of each product.
 */
export const readProductImageIds = (tx: SiteTx, productIds: readonly number[], isMainOnly: boolean) =>
  tx
    .select({ productId: productImages.productId, imageId: productImages.imageId })
    .from(productImages)
    .where(
      and(inArray(productImages.productId, [...productIds]), isMainOnly ? eq(productImages.position, 0) : undefined),
    )
    .orderBy(asc(productImages.productId), asc(productImages.position));

export const readVisibleSlugs = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(inArray(products.id, [...productIds]), isVisibleProductSql));

export async function readRecommendedProductIds(tx: SiteTx, productId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: recommendations.recommendedId })
    .from(recommendations)
    .where(eq(recommendations.productId, productId))
    .orderBy(asc(recommendations.position));
  return rows.map(({ id }) => id);
}

/** Checks whether the estate sells alcohol, in which case the law demands a warning in its advertising. */
export async function sellsAlcohol(tx: SiteTx): Promise<boolean> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.isAlcohol, true), isVisibleProductSql))
    .limit(1);
  return rows.length > 0;
}

const variantColumns = {
  id: variants.id,
  productId: variants.productId,
  reference: variants.reference,
  year: variants.year,
  price: variants.price,
  discount: variants.discount,
  capacity: variants.capacity,
  capacityUnit: variants.capacityUnit,
  sellByMultipleOf: variants.sellByMultipleOf,
  isStockManaged: variants.isStockManaged,
  variations: variants.variations,
  imageId: variants.imageId,
  quantity: sql<number>`coalesce(${stock.quantity}, 0)`,
};
export type VariantRow = Pick<typeof variants.$inferSelect, Exclude<keyof typeof variantColumns, 'quantity'>> & {
  quantity: number;
};

/** Reads the variants of the products, in display order and with their stock, without the archived ones. */
export const readUnarchivedVariants = (tx: SiteTx, productIds: readonly number[]): Promise<VariantRow[]> =>
  tx
    .select(variantColumns)
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(and(inArray(variants.productId, [...productIds]), eq(variants.isArchived, false)))
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id));

export const readBoxContents = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      quantity: boxContents.quantity,
      stock: managedStockQuantitySql,
      variantId: variants.id,
      productId: products.id,
      slug: products.slug,
      name: products.name,
      type: products.type,
      kind: products.kind,
      year: variants.year,
      capacity: variants.capacity,
      capacityUnit: variants.capacityUnit,
    })
    .from(boxContents)
    .innerJoin(variants, eq(variants.id, boxContents.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(inArray(boxContents.productId, [...productIds]))
    .orderBy(asc(boxContents.productId), asc(boxContents.position));

export type BoxContentRow = Awaited<ReturnType<typeof readBoxContents>>[number];

/** Reads the id of each variant's image, which is null for a variant without an image of its own. */
export const readImageIdsOfVariants = (tx: SiteTx, ids: readonly number[]) =>
  tx
    .select({ id: variants.id, imageId: variants.imageId })
    .from(variants)
    .where(inArray(variants.id, [...ids]));

export const readPriceHistory = (tx: SiteTx, variantIds: readonly number[]) =>
  tx
    .select({
      variantId: priceHistory.variantId,
      price: priceHistory.price,
      validFrom: priceHistory.validFrom,
    })
    .from(priceHistory)
    .where(inArray(priceHistory.variantId, [...variantIds]));

export const readTagsOfProducts = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ productId: productTagLinks.productId, slug: tags.slug, label: tags.label })
    .from(productTagLinks)
    .innerJoin(tags, eq(tags.slug, productTagLinks.tag))
    .where(inArray(productTagLinks.productId, [...productIds]))
    .orderBy(asc(tags.position), asc(tags.slug));

export const readVariationLabels = (tx: SiteTx) => tx.select().from(variationLabels).orderBy(asc(variationLabels.id));

export const readMealIcons = (tx: SiteTx) => tx.select().from(mealIcons).orderBy(asc(mealIcons.id));

export const readMealIconsOfProduct = (tx: SiteTx, productId: number) =>
  tx
    .select({ id: mealIcons.id, icon: mealIcons.icon, label: mealIcons.label })
    .from(productMealIconLinks)
    .innerJoin(mealIcons, eq(mealIcons.id, productMealIconLinks.mealIconId))
    .where(eq(productMealIconLinks.productId, productId))
    .orderBy(asc(productMealIconLinks.position));

/** Reads the awards of all products that customers see, or only those of the product `productId`, the newest first. */
export const readAwards = (tx: SiteTx, productId: number | undefined) =>
  tx
    .select()
    .from(awards)
    .where(
      and(
        productId === undefined ? undefined : eq(awards.productId, productId),
        inArray(awards.productId, tx.select({ id: products.id }).from(products).where(isVisibleProductSql)),
      ),
    )
    .orderBy(desc(awards.year), asc(awards.id));

import { and, asc, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  inListSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import { foldedTextSql, localizedTextSql } from '#server/api/database/localized-sql.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { eurosToFractionalCents } from '#shared/money.ts';
import { productTagLinks } from './classification-tables.ts';
import { isVisibleProductSql, products, productTypeSql, variants } from './product-tables.ts';

export interface ProductListLanguages {
  lang: Lang;
  siteLang: Lang;
}

/** SQL for the price of a variant after its discount, in cents. */
export const discountedPriceSql = sql<number>`discounted_price(${variants.price}, ${variants.discount}, ${products.discount})`;

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
export function productListQueryConditionSql(query: ListQuery, reading: ProductListLanguages): SQL | undefined {
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
export function productSortOrderSql({ orderBy }: ListQuery, { lang, siteLang }: ProductListLanguages): SQL[] {
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

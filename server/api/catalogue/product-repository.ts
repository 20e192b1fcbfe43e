import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { type ProductListLanguages, productListQueryConditionSql, productSortOrderSql } from './product-filter.ts';
import { isVisibleProductSql, productImages, products, recommendations } from './product-tables.ts';

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

/** Finds the product ids on one page of a list, and the total number of matching products. */
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
export async function readProductDetailRowIgnoringVisibility(tx: SiteTx, id: number) {
  const [row] = await tx.select(detailColumns).from(products).where(eq(products.id, id));
  return row ?? null;
}
export type ProductDetailRow = NonNullable<Awaited<ReturnType<typeof readProductDetailRowIgnoringVisibility>>>;

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

export const readVisibleProductSlugsByIds = (tx: SiteTx, productIds: readonly number[]) =>
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

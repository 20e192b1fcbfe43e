import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { boxContents, products, variants } from './product-tables.ts';
import { managedStockQuantitySql } from './stock-repository.ts';
import { priceHistory, stock } from './stock-tables.ts';

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

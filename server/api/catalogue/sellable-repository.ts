import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isVisibleProductSql, products, variants } from './product-tables.ts';
import { stock } from './stock-tables.ts';

const readSellableRows = (tx: SiteTx, where: SQL) =>
  tx
    .select({
      id: variants.id,
      productId: products.id,
      type: products.type,
      kind: products.kind,
      name: products.name,
      year: variants.year,
      reference: variants.reference,
      isVintage: products.isVintage,
      sellByMultipleOf: variants.sellByMultipleOf,
      isStockManaged: variants.isStockManaged,
      price: variants.price,
      discount: variants.discount,
      productDiscount: products.discount,
      capacity: variants.capacity,
      capacityUnit: variants.capacityUnit,
      hasShippingFees: products.hasShippingFees,
      vatRate: products.vatRate,
      isAlcohol: products.isAlcohol,
      quantity: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(and(where, isVisibleProductSql, eq(variants.isArchived, false)));
export type SellableRow = Awaited<ReturnType<typeof readSellableRows>>[number];

export const readSellableRowsOfVariants = (tx: SiteTx, variantIds: readonly number[]): Promise<SellableRow[]> =>
  readSellableRows(tx, inArray(variants.id, [...variantIds]));

export const readSellableRowsOfProducts = (tx: SiteTx, productIds: readonly number[]): Promise<SellableRow[]> =>
  readSellableRows(tx, inArray(variants.productId, [...productIds]));

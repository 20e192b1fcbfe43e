import { asc, eq, inArray, max, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { boxContents, variants } from './product-tables.ts';
import { manualStockMovements, stock } from './stock-tables.ts';

/** SQL expression for the stock of a variant; null if the estate does not manage the stock of that variant. */
export const managedStockQuantitySql = sql<
  number | null
>`case when ${variants.isStockManaged} then coalesce(${stock.quantity}, 0) end`;

/** Reads all unarchived variants with their stock, which is null if it is not managed, and all contents of boxes. */
export async function readAllStock(tx: SiteTx) {
  const rows = await tx
    .select({
      id: variants.id,
      productId: variants.productId,
      stock: managedStockQuantitySql,
    })
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(eq(variants.isArchived, false));
  const contents = await tx
    .select({
      boxId: boxContents.productId,
      variantId: boxContents.variantId,
      quantity: boxContents.quantity,
    })
    .from(boxContents);
  return { rows, contents };
}

/** Reads the quantities in stock by variant id, archived variants included. Variants without a stock row are absent. */
export async function readVariantQuantitiesOfProducts(
  tx: SiteTx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .select({ id: variants.id, quantity: stock.quantity })
    .from(variants)
    .innerJoin(stock, eq(stock.variantId, variants.id))
    .where(inArray(variants.productId, [...productIds]));
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/** Locks stock rows until the transaction ends, in ascending order of ids so that transactions cannot deadlock. */
export const lockStockRows = (tx: SiteTx, variantIds: readonly number[]) =>
  tx
    .select({ variantId: stock.variantId, quantity: stock.quantity })
    .from(stock)
    .where(inArray(stock.variantId, [...variantIds]))
    .orderBy(asc(stock.variantId))
    .for('update');

/**
 * Adds amounts, which may be negative, to the stock of variants. A row that would fall below zero is left unchanged.
 */
export async function addToStockUnlessBelowZero(tx: SiteTx, amounts: ReadonlyMap<number, number>) {
  const { rows } = await tx.execute<{ variantId: number; quantity: number }>(sql`
    update stock set quantity = stock.quantity + change.amount, last_moved_at = now()
      from jsonb_to_recordset(${JSON.stringify([...amounts].map(([id, amount]) => ({ id, amount })))}::jsonb)
        as change(id integer, amount integer)
     where stock.variant_id = change.id and stock.quantity + change.amount >= 0
 returning stock.variant_id as "variantId", stock.quantity`);
  return rows;
}

/** Reads all boxes that contain any of the variants: every content of such a box with its managed stock. */
export const readBoxContents = (tx: SiteTx, variantIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      variantId: boxContents.variantId,
      quantity: boxContents.quantity,
      stock: managedStockQuantitySql,
    })
    .from(boxContents)
    .innerJoin(variants, eq(variants.id, boxContents.variantId))
    .leftJoin(stock, eq(stock.variantId, boxContents.variantId))
    .where(
      inArray(
        boxContents.productId,
        tx
          .select({ id: boxContents.productId })
          .from(boxContents)
          .where(inArray(boxContents.variantId, [...variantIds])),
      ),
    );

/** Reads the id of the latest stock movement by the estate for each variant that has one. */
export async function readLastMovementIds(tx: SiteTx, variantIds: readonly number[]): Promise<Map<number, number>> {
  if (variantIds.length === 0) return new Map();
  const rows = await tx
    .select({ variantId: manualStockMovements.variantId, id: max(manualStockMovements.id) })
    .from(manualStockMovements)
    .where(inArray(manualStockMovements.variantId, [...variantIds]))
    .groupBy(manualStockMovements.variantId);
  return new Map(rows.map(({ variantId, id }) => [variantId, id ?? 0]));
}

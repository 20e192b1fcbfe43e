import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { boxContents, products, stock, variants } from './catalogue-tables.ts';

/** Declinations with what decides how they are sold. */
const readSellableRows = (tx: SiteTx, where: SQL) =>
  tx
    .select({
      id: variants.id,
      idProduct: products.id,
      type: products.type,
      kind: products.kind,
      name: products.name,
      year: variants.year,
      reference: variants.reference,
      isVintage: products.isVintage,
      sellByMultipleOf: variants.sellByMultipleOf,
      price: variants.price,
      discount: variants.discount,
      productDiscount: products.discount,
      capacity: variants.capacity,
      capacityUnit: variants.capacityUnit,
      hasShippingFees: products.hasShippingFees,
      vatRate: products.vatRate,
      isAlcohol: products.isAlcohol,
      left: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(where);
export type SellableRow = Awaited<ReturnType<typeof readSellableRows>>[number];

export const readSellableRowsById = (tx: SiteTx, declinationIds: readonly number[]): Promise<SellableRow[]> =>
  readSellableRows(tx, inArray(variants.id, [...declinationIds]));

export const readSellableRowsOfProducts = (tx: SiteTx, productIds: readonly number[]): Promise<SellableRow[]> =>
  readSellableRows(tx, inArray(variants.productId, [...productIds]));

/** Locks what is left of declinations until the transaction ends, always in the order of their ids: so no two wait for each other. */
export const lockStockRows = (tx: SiteTx, declinationIds: readonly number[]) =>
  tx
    .select({ declinationId: stock.variantId, quantity: stock.quantity })
    .from(stock)
    .where(inArray(stock.variantId, [...declinationIds]))
    .orderBy(asc(stock.variantId))
    .for('update');

/**
 * Adds to what is left of declinations, or takes from it; a row that would fall below zero is left as it is. Answers
 * the rows that moved, as they are now.
 */
export async function moveStockRows(tx: SiteTx, moves: ReadonlyMap<number, number>) {
  const { rows } = await tx.execute<{ id: number; left: number }>(sql`
    update stock set quantity = stock.quantity + moved.by
      from jsonb_to_recordset(${JSON.stringify([...moves].map(([id, by]) => ({ id, by })))}::jsonb) as moved(id integer, by integer)
     where stock.declination_id = moved.id and stock.quantity + moved.by >= 0
 returning stock.declination_id as id, stock.quantity as "left"`);
  return rows;
}

/** What is in boxes that hold any of these declinations, with the step in which declinations are sold. */
export const readContentsOfBoxesWith = (tx: SiteTx, declinationIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      declinationId: boxContents.variantId,
      quantity: boxContents.quantity,
      left: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(boxContents)
    .leftJoin(stock, eq(stock.variantId, boxContents.variantId))
    .where(
      inArray(
        boxContents.productId,
        tx
          .select({ id: boxContents.productId })
          .from(boxContents)
          .where(inArray(boxContents.variantId, [...declinationIds])),
      ),
    );

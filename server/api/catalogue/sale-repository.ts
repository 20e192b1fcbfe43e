import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { boxContents, declinations, products, stock } from './catalogue-tables.ts';

/** Declinations with what decides how they are sold. */
const readSaleRows = (tx: SiteTx, where: SQL) =>
  tx
    .select({
      id: declinations.id,
      idProduct: products.id,
      type: products.type,
      kind: products.kind,
      name: products.name,
      year: declinations.year,
      reference: declinations.reference,
      isVintage: products.isVintage,
      sellByMultipleOf: declinations.sellByMultipleOf,
      price: declinations.price,
      discount: declinations.discount,
      productDiscount: products.discount,
      capacity: declinations.capacity,
      capacityUnit: declinations.capacityUnit,
      hasShippingFees: products.hasShippingFees,
      vatRate: products.vatRate,
      isAlcohol: products.isAlcohol,
      left: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(declinations)
    .innerJoin(products, eq(products.id, declinations.productId))
    .leftJoin(stock, eq(stock.declinationId, declinations.id))
    .where(where);
export type SaleRow = Awaited<ReturnType<typeof readSaleRows>>[number];

export const readSaleRowsById = (tx: SiteTx, declinationIds: readonly number[]): Promise<SaleRow[]> =>
  readSaleRows(tx, inArray(declinations.id, [...declinationIds]));

export const readSaleRowsOfProducts = (tx: SiteTx, productIds: readonly number[]): Promise<SaleRow[]> =>
  readSaleRows(tx, inArray(declinations.productId, [...productIds]));

/** Locks what is left of declinations until the transaction ends, always in the order of their ids: so no two wait for each other. */
export const lockStockRows = (tx: SiteTx, declinationIds: readonly number[]) =>
  tx
    .select({ declinationId: stock.declinationId, quantity: stock.quantity })
    .from(stock)
    .where(inArray(stock.declinationId, [...declinationIds]))
    .orderBy(asc(stock.declinationId))
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
export const readBoxesHolding = (tx: SiteTx, declinationIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      declinationId: boxContents.declinationId,
      quantity: boxContents.quantity,
      left: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(boxContents)
    .leftJoin(stock, eq(stock.declinationId, boxContents.declinationId))
    .where(
      inArray(
        boxContents.productId,
        tx
          .select({ id: boxContents.productId })
          .from(boxContents)
          .where(inArray(boxContents.declinationId, [...declinationIds])),
      ),
    );

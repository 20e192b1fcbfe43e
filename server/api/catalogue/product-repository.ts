import { and, asc, desc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import {
  awards,
  boxContents,
  isVisibleProductSql,
  manualStockMovements,
  products,
  stock,
  variants,
  variationLabels,
} from './catalogue-tables.ts';

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
export const readUnarchivedVariants = (tx: SiteTx, productIds: readonly number[]) =>
  variantsOf(tx, { ids: productIds });

const variantsOf = preparedRead<VariantRow[], { ids: readonly number[] }>((db) =>
  db
    .select(variantColumns)
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(and(isOneOfIds(variants.productId, idsPlaceholder), eq(variants.isArchived, false)))
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id)),
);

export const readBoxContents = (tx: SiteTx, productIds: readonly number[]): Promise<BoxContentRow[]> =>
  contentsOfProducts(tx, { ids: productIds });

/** Reads the contents of the boxes among the products of some variants. */
export const readBoxContentsOfVariants = (tx: SiteTx, variantIds: readonly number[]): Promise<BoxContentRow[]> =>
  contentsOfVariants(tx, { ids: variantIds });

const selectBoxContents = (db: Pick<NodePgDatabase, 'select'>, where: SQL) =>
  db
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
    .where(where)
    .orderBy(asc(boxContents.productId), asc(boxContents.position));
export type BoxContentRow = Awaited<ReturnType<typeof selectBoxContents>>[number];

const contentsOfProducts = preparedRead<BoxContentRow[], { ids: readonly number[] }>((db) =>
  selectBoxContents(db, isOneOfIds(boxContents.productId, idsPlaceholder)),
);
const contentsOfVariants = preparedRead<BoxContentRow[], { ids: readonly number[] }>((db) => {
  const ofVariants = sql`(select product_id from variants where ${isOneOfIds(sql`id`, idsPlaceholder)})`;
  return selectBoxContents(db, sql`${boxContents.productId} in ${ofVariants}`);
});

export const readVariationLabels = preparedRead((db) =>
  db.select().from(variationLabels).orderBy(asc(variationLabels.id)),
);

/** Reads the awards of all products that customers see, or only those of the product `productId`, the newest first. */
export const readAwards = (tx: SiteTx, productId: number | undefined) => awardsOf(tx, { productId: productId ?? null });

const awardsOf = preparedRead<(typeof awards.$inferSelect)[], { productId: number | null }>((db) =>
  db
    .select()
    .from(awards)
    .where(
      and(
        sql`${awards.productId} = coalesce(${sql.placeholder('productId')}::integer, ${awards.productId})`,
        inArray(awards.productId, db.select({ id: products.id }).from(products).where(isVisibleProductSql)),
      ),
    )
    .orderBy(desc(awards.year), asc(awards.id)),
);

/** SQL expression for the stock of a variant; null if the estate does not manage the stock of that variant. */
export const managedStockQuantitySql = sql<
  number | null
>`case when ${variants.isStockManaged} then coalesce(${stock.quantity}, 0) end`;

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

/**
 * Adds amounts, which may be negative, to the stock of variants. A row that would fall below zero is left unchanged.
 */
export async function addToStock(tx: SiteTx, amounts: ReadonlyMap<number, number>) {
  const { rows } = await runSql<{ variantId: number; quantity: number }>(
    tx,
    `update stock set quantity = stock.quantity + change.amount, last_moved_at = now()
       from jsonb_to_recordset($1::jsonb) as change(id integer, amount integer)
      where stock.variant_id = change.id and stock.quantity + change.amount >= 0
  returning stock.variant_id as "variantId", stock.quantity`,
    [JSON.stringify([...amounts].map(([id, amount]) => ({ id, amount })))],
  );
  return rows;
}

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

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { countBoxesFromManagedStock, isBoxStockManaged } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { getProductType } from '#shared/catalogue/product-enums.ts';
import type { BoxContent, SellableItem } from '#shared/catalogue/sellable-item.ts';
import { selectVariantOrProductDiscount } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import { isVisibleProductSql, products, readCapacity, stock, variants } from './catalogue-tables.ts';
import { type BoxContentRow, readBoxContents, readBoxContentsOfVariants } from './product-repository.ts';

const sellableRows = (db: Pick<NodePgDatabase, 'select'>, where: SQL) =>
  db
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
type SellableRow = Awaited<ReturnType<typeof sellableRows>>[number];

const rowsOfVariants = preparedRead<SellableRow[], { ids: readonly number[] }>((db) =>
  sellableRows(db, isOneOfIds(variants.id, idsPlaceholder)),
);
const rowsOfProducts = preparedRead<SellableRow[], { ids: readonly number[] }>((db) =>
  sellableRows(db, isOneOfIds(variants.productId, idsPlaceholder)),
);

export const readSellableRowsOfVariants = (tx: SiteTx, variantIds: readonly number[]): Promise<SellableRow[]> =>
  rowsOfVariants(tx, { ids: variantIds });

/** A variant with the product data that an order line stores. */
export interface SellableVariant extends SellableItem {
  name: Localized;
  year: number | null;
  reference: string;
  contents: readonly (BoxContent & { name: Localized; year: number | null })[];
}

/** The sellable variants among those requested, with their stock. Unknown variants are left out. */
export interface SellableItems {
  items: ReadonlyMap<number, SellableVariant>;
  /** The managed stock by variant id, including the contents of boxes. Empty if the site does not manage its stock. */
  stock: ReadonlyMap<number, number>;
}

/** Reads variants with their stock. The number of queries does not grow with the number of variants. */
export const readSellableItems = (tx: SiteTx, variantIds: readonly number[]): Promise<SellableItems> =>
  toSellableItems(tx, rowsOfVariants(tx, { ids: variantIds }), readBoxContentsOfVariants(tx, variantIds));

export const readSellableItemsOfProducts = (tx: SiteTx, productIds: readonly number[]): Promise<SellableItems> =>
  toSellableItems(tx, rowsOfProducts(tx, { ids: productIds }), readBoxContents(tx, productIds));

async function toSellableItems(
  tx: SiteTx,
  reading: Promise<SellableRow[]>,
  readingContents: Promise<BoxContentRow[]>,
): Promise<SellableItems> {
  const [rows, contentsOfAll, useStock] = await Promise.all([
    reading,
    readingContents,
    readParameter(tx, 'USE_STOCK_MANAGEMENT'),
  ]);
  const isStockManaged = useStock === true;
  const boxIds = new Set(rows.filter(({ type }) => type === 'BOX').map(({ productId }) => productId));
  const contents = contentsOfAll.filter(({ boxId }) => boxIds.has(boxId));
  const byBox = Map.groupBy(contents, ({ boxId }) => boxId);
  const items = rows.map((row) => toSellableVariant(row, byBox.get(row.productId) ?? [], isStockManaged));
  const stock = [
    ...rows.filter((row) => row.type !== 'BOX' && row.isStockManaged).map((row) => [row.id, row.quantity] as const),
    ...contents.flatMap((content) => (content.stock === null ? [] : [[content.variantId, content.stock] as const])),
  ];
  return { items: new Map(items.map((item) => [item.id, item])), stock: new Map(isStockManaged ? stock : []) };
}

function toSellableVariant(
  { productDiscount, isStockManaged, ...row }: SellableRow,
  contents: readonly BoxContentRow[],
  isSiteStockManaged: boolean,
): SellableVariant {
  return {
    ...row,
    ...readCapacity(row.kind, row),
    type: getProductType(row.kind),
    discount: selectVariantOrProductDiscount(row.discount, productDiscount),
    setQuantity: isSiteStockManaged && (row.type === 'BOX' ? isBoxStockManaged(contents) : isStockManaged),
    quantity: row.type === 'BOX' ? countBoxesFromManagedStock(contents) : row.quantity,
    contents: contents.map(({ variantId, type, name, year, quantity, capacity, capacityUnit }) => ({
      variantId,
      type,
      name,
      year,
      quantity,
      capacity,
      capacityUnit,
    })),
  };
}

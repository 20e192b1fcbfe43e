import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import type { SellableItem } from '#shared/catalogue/sellable-item.ts';
import { discountOf } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import { readBoxContents } from './product-repository.ts';
import { readSellableRowsById, readSellableRowsOfProducts, type SellableRow } from './sellable-repository.ts';

/** What is sold, with what an order keeps of it. */
export interface SellableVariant extends SellableItem {
  kind: ProductKind;
  name: Localized;
  year: number | null;
  reference: string;
}

/** What the site sells of what was asked for. What it does not sell is not in it. */
export interface SellableItems {
  /** By declination. */
  items: ReadonlyMap<number, SellableVariant>;
  /** What is in stock of each declination, those in boxes included; empty where the site counts none. */
  stock: ReadonlyMap<number, number>;
}

/** Declinations as the rules of the shop see them, in a number of queries that does not grow with them. */
export const readSellableItems = async (tx: SiteTx, declinationIds: readonly number[]): Promise<SellableItems> =>
  toSale(tx, await readSellableRowsById(tx, declinationIds));

/** Every declination of some products, in the same way. */
export const readSellableItemsOfProducts = async (tx: SiteTx, productIds: readonly number[]): Promise<SellableItems> =>
  toSale(tx, await readSellableRowsOfProducts(tx, productIds));

async function toSale(tx: SiteTx, rows: readonly SellableRow[]): Promise<SellableItems> {
  const boxIds = rows.filter(({ type }) => type === 'BOX').map(({ idProduct }) => idProduct);
  const contents = boxIds.length > 0 ? await readBoxContents(tx, boxIds) : [];
  const byBox = Map.groupBy(contents, ({ boxId }) => boxId);
  const countsStock = (await readParameter(tx, 'USE_STOCK_MANAGEMENT')) === true;
  const items = rows.map((row) => toArticle(row, byBox.get(row.idProduct) ?? [], countsStock));
  const left = [
    ...rows.filter(({ type }) => type !== 'BOX').map((row) => [row.id, row.left] as const),
    ...contents.map((content) => [content.idDeclination, content.left] as const),
  ];
  return { items: new Map(items.map((item) => [item.id, item])), stock: new Map(countsStock ? left : []) };
}

function toArticle(
  { productDiscount, discount, left, ...row }: SellableRow,
  contents: Awaited<ReturnType<typeof readBoxContents>>,
  setQuantity: boolean,
): SellableVariant {
  return {
    ...row,
    discount: discountOf(discount, productDiscount),
    setQuantity,
    quantity: row.type === 'BOX' ? boxQuantity(contents) : left,
    contents: contents.map(({ idDeclination, type, quantity, capacity, capacityUnit }) => ({
      idDeclination,
      type,
      quantity,
      capacity,
      capacityUnit,
    })),
  };
}

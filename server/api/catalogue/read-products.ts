import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { imagesById } from '#server/api/media/media.ts';
import { readParameter } from '#server/api/site/site.ts';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import type { Declination, Discount, Product, Variation } from '#shared/catalogue/catalogue-contract.ts';
import { lowestPrice, type PastPrice } from '#shared/catalogue/lowest-price.ts';
import { discountOf, type StoredDiscount, unitPrice } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { centsToEuros } from '#shared/money.ts';
import {
  type DeclinationRow,
  type ProductRow,
  readBoxContents,
  readDeclinations,
  readPriceHistory,
  readProductImages,
  readProducts,
  readTags,
  readVariations,
} from './catalogue-repository.ts';

export interface ProductReading {
  localize: (text: Localized) => string;
  now: Date;
}

/** What several queries found about some products, by the id that each thing hangs on. */
export interface Shelf {
  rows: Map<number, ProductRow>;
  declinations: Map<number, DeclinationRow[]>;
  boxes: Map<number, Awaited<ReturnType<typeof readBoxContents>>>;
  tags: Map<number, Product['tags']>;
  imageIds: Map<number, number[]>;
  images: Map<number, Image>;
  variations: Map<number, Variation>;
  history: Map<number, PastPrice[]>;
  countsStock: boolean;
}

/** Reads what cards of products need, in a number of queries that does not grow with the products. */
export async function readShelf(
  tx: SiteTx,
  ids: readonly number[],
  { localize }: ProductReading,
  pictures: 'main' | 'all',
): Promise<Shelf> {
  const rows = new Map((await readProducts(tx, ids)).map((row) => [row.id, row]));
  const declinations = await readDeclinations(tx, ids);
  const boxIds = [...rows.values()].filter(({ type }) => type === 'BOX').map(({ id }) => id);
  const contents = boxIds.length > 0 ? await readBoxContents(tx, boxIds) : [];
  const pictureRows = await readProductImages(tx, ids, pictures === 'main');
  const imageIds = [...pictureRows.map(({ imageId }) => imageId), ...declinations.map(({ imageId }) => imageId)];
  return {
    rows,
    declinations: Map.groupBy(declinations, ({ productId }) => productId),
    boxes: Map.groupBy(contents, ({ boxId }) => boxId),
    tags: await tagsOf(tx, ids, localize),
    imageIds: groupValues(pictureRows, ({ productId, imageId }) => [productId, imageId]),
    images: await imagesById(tx, imageIds, localize),
    variations: declinations.some(({ variations }) => variations.length > 0)
      ? await variationsOf(tx, localize)
      : new Map(),
    history: await historyOf(tx, declinations, rows),
    countsStock: (await readParameter(tx, 'USE_STOCK_MANAGEMENT')) === true,
  };
}

function groupValues<T, V>(items: readonly T[], entry: (item: T) => [number, V]): Map<number, V[]> {
  const groups = new Map<number, V[]>();
  for (const item of items) {
    const [key, value] = entry(item);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

async function tagsOf(tx: SiteTx, ids: readonly number[], localize: ProductReading['localize']) {
  return groupValues(await readTags(tx, ids), ({ productId, slug, label }) => [
    productId,
    { slug, label: localize(label) },
  ]);
}

async function variationsOf(tx: SiteTx, localize: ProductReading['localize']): Promise<Map<number, Variation>> {
  const rows = await readVariations(tx);
  return new Map(rows.map((row) => [row.id, toVariation(row, localize)]));
}

export const toVariation = (
  { id, label, displayLabel }: Awaited<ReturnType<typeof readVariations>>[number],
  localize: ProductReading['localize'],
): Variation => ({ id, label: localize(label), displayLabel: displayLabel === null ? null : localize(displayLabel) });

/** Only where a reduction is announced: nobody else's prices are looked up. */
async function historyOf(tx: SiteTx, declinations: readonly DeclinationRow[], rows: Map<number, ProductRow>) {
  const reduced = declinations.filter((row) => discountOf(row.discount, rows.get(row.productId)?.discount ?? null));
  if (reduced.length === 0) return new Map<number, PastPrice[]>();
  const past = await readPriceHistory(
    tx,
    reduced.map(({ id }) => id),
  );
  return groupValues(past, ({ declinationId, price, validFrom }) => [
    declinationId,
    { price, from: validFrom.getTime() },
  ]);
}

/** Products as lists show them, in the order of `ids`; ids that are none are left out. */
export async function readProductList(tx: SiteTx, ids: readonly number[], reading: ProductReading): Promise<Product[]> {
  if (ids.length === 0) return [];
  const shelf = await readShelf(tx, ids, reading, 'main');
  return ids.flatMap((id) => {
    const row = shelf.rows.get(id);
    return row ? [toProduct(row, shelf, reading)] : [];
  });
}

const toDiscount = (discount: StoredDiscount | null): Discount | null =>
  discount && {
    id: discount.id,
    type: discount.type,
    amount: discount.amount,
    detailType: discount.detailType,
    code: null,
  };

export function toProduct(row: ProductRow, shelf: Shelf, { localize, now }: ProductReading): Product {
  const rows = shelf.declinations.get(row.id) ?? [];
  const paid = (declination: DeclinationRow) =>
    unitPrice(declination.price, discountOf(declination.discount, row.discount));
  const cheapest = rows.reduce<DeclinationRow | null>(
    (best, each) => (best === null || paid(each) < paid(best) ? each : best),
    null,
  );
  if (!cheapest) throw new Error(`product ${row.id} has no declination`);
  const declination = rows.map((each) => toDeclination(each, row, shelf, now.getTime()));
  const mainImage = shelf.imageIds.get(row.id)?.[0];
  return {
    id: row.id,
    idProduct: row.id,
    slug: row.slug,
    name: localize(row.name),
    type: { type: row.type },
    kind: row.kind,
    appellation: localize(row.appellation),
    summary: localize(row.summary),
    isVintage: row.isVintage,
    declination,
    price: centsToEuros(cheapest.price),
    discount: toDiscount(row.discount),
    hasShippingFees: row.hasShippingFees,
    sellByMultipleOf: cheapest.sellByMultipleOf,
    quantity: declination.reduce((sum, { quantity }) => sum + quantity, 0),
    setQuantity: shelf.countsStock,
    vatRate: row.vatRate,
    isAlcohol: row.isAlcohol,
    tags: shelf.tags.get(row.id) ?? [],
    image: mainImage === undefined ? null : (shelf.images.get(mainImage) ?? null),
    promoted: row.promoted,
  };
}

function toDeclination(row: DeclinationRow, product: ProductRow, shelf: Shelf, now: number): Declination {
  const discount = discountOf(row.discount, product.discount);
  const paid = unitPrice(row.price, discount);
  const variation = (index: number) => shelf.variations.get(row.variations[index] ?? 0) ?? null;
  return {
    id: row.id,
    reference: row.reference,
    year: row.year,
    price: centsToEuros(row.price),
    discount: toDiscount(discount),
    lowestPrice: discount ? centsToEuros(lowestPrice(row.price, paid, shelf.history.get(row.id) ?? [], now)) : null,
    capacity: row.capacity,
    capacityUnit: row.capacityUnit,
    quantity: product.type === 'BOX' ? boxQuantity(shelf.boxes.get(product.id) ?? []) : row.quantity,
    setQuantity: shelf.countsStock,
    sellByMultipleOf: row.sellByMultipleOf,
    variation1: variation(0),
    variation2: variation(1),
    variation3: variation(2),
    image: row.imageId === null ? null : (shelf.images.get(row.imageId) ?? null),
  };
}

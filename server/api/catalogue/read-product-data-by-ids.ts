import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readParameter } from '#server/api/site/site.ts';
import type { Product, ProductRating, Variation } from '#shared/catalogue/catalogue-contract.ts';
import type { PriceHistoryEntry } from '#shared/catalogue/compute-lowest-prior-price.ts';
import { selectVariantOrProductDiscount } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { readTagsOfProducts, readVariationLabels } from './classification-repository.ts';
import { type ProductCardRow, readProductImageIds, readVisibleProductCardRows } from './product-repository.ts';
import {
  type BoxContentRow,
  readBoxContents,
  readPriceHistory,
  readUnarchivedVariants,
  type VariantRow,
} from './variant-repository.ts';

/**
 * Reads the ratings of products by product id with one query; products without reviews are absent. The reviews domain
 * implements this function type, because the catalogue may not import that domain.
 */
export type ReadProductRatings = (
  tx: SiteTx,
  productIds: readonly number[],
) => Promise<ReadonlyMap<number, ProductRating>>;

export interface ProductReadContext {
  pickLanguage: (text: Localized) => string;
  now: Date;
  /** Reads the ratings of products. Without this function, products have no ratings. */
  readRatings?: ReadProductRatings;
}

/** Data of products by product id; `images`, `variations` and `history` are by image, variation and variant id. */
export interface ProductDataMapsById {
  rows: Map<number, ProductCardRow>;
  variants: Map<number, VariantRow[]>;
  boxes: Map<number, BoxContentRow[]>;
  tags: Map<number, Product['tags']>;
  imageIds: Map<number, number[]>;
  images: Map<number, Image>;
  variations: Map<number, Variation>;
  history: Map<number, PriceHistoryEntry[]>;
  ratings: ReadonlyMap<number, ProductRating>;
  /** The site's parameter USE_STOCK_MANAGEMENT. */
  isStockManaged: boolean;
}

/** Reads the visible products among `ids` for `toProductResponse`. The number of queries does not grow with the ids. */
export async function readProductDataByIds(
  tx: SiteTx,
  ids: readonly number[],
  { pickLanguage, readRatings }: ProductReadContext,
  imageScope: 'main' | 'all',
): Promise<ProductDataMapsById> {
  const rows = new Map((await readVisibleProductCardRows(tx, ids)).map((row) => [row.id, row]));
  const variants = await readUnarchivedVariants(tx, ids);
  const boxIds = [...rows.values()].filter(({ type }) => type === 'BOX').map(({ id }) => id);
  const contents = boxIds.length > 0 ? await readBoxContents(tx, boxIds) : [];
  const imageRows = await readProductImageIds(tx, ids, imageScope === 'main');
  const imageIds = [...imageRows.map(({ imageId }) => imageId), ...variants.map(({ imageId }) => imageId)];
  return {
    rows,
    variants: Map.groupBy(variants, ({ productId }) => productId),
    boxes: Map.groupBy(contents, ({ boxId }) => boxId),
    tags: await tagsOf(tx, ids, pickLanguage),
    imageIds: groupValues(imageRows, ({ productId, imageId }) => [productId, imageId]),
    images: await readImagesById(tx, imageIds, pickLanguage),
    variations: variants.some(({ variations }) => variations.length > 0)
      ? await variationsOf(tx, pickLanguage)
      : new Map(),
    history: await historyOf(tx, variants, rows),
    ratings: (await readRatings?.(tx, ids)) ?? new Map(),
    isStockManaged: (await readParameter(tx, 'USE_STOCK_MANAGEMENT')) === true,
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

async function tagsOf(tx: SiteTx, ids: readonly number[], pickLanguage: ProductReadContext['pickLanguage']) {
  return groupValues(await readTagsOfProducts(tx, ids), ({ productId, slug, label }) => [
    productId,
    { slug, label: pickLanguage(label) },
  ]);
}

async function variationsOf(
  tx: SiteTx,
  pickLanguage: ProductReadContext['pickLanguage'],
): Promise<Map<number, Variation>> {
  const rows = await readVariationLabels(tx);
  return new Map(rows.map((row) => [row.id, toVariationResponse(row, pickLanguage)]));
}

export const toVariationResponse = (
  { id, label, displayLabel }: Awaited<ReturnType<typeof readVariationLabels>>[number],
  pickLanguage: ProductReadContext['pickLanguage'],
): Variation => ({
  id,
  label: pickLanguage(label),
  displayLabel: displayLabel === null ? null : pickLanguage(displayLabel),
});

/** Reads the price history of discounted variants only, because pages show an earlier price only beside a discount. */
async function historyOf(tx: SiteTx, variants: readonly VariantRow[], rows: Map<number, ProductCardRow>) {
  const reduced = variants.filter((row) =>
    selectVariantOrProductDiscount(row.discount, rows.get(row.productId)?.discount ?? null),
  );
  if (reduced.length === 0) return new Map<number, PriceHistoryEntry[]>();
  const past = await readPriceHistory(
    tx,
    reduced.map(({ id }) => id),
  );
  return groupValues(past, ({ variantId, price, validFrom }) => [variantId, { price, from: validFrom.getTime() }]);
}

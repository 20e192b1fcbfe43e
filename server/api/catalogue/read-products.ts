import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readFilesById, readImagesById } from '#server/api/media/media.ts';
import { readParameter } from '#server/api/site/site.ts';
import { tags } from '#server/api/site/site-tables.ts';
import type {
  BoxedVariant,
  Discount,
  MealIcon,
  Product,
  ProductDetail,
  ProductRating,
  Variant,
  Variation,
} from '#shared/catalogue/catalogue-contract.ts';
import { computeLowestPriorPrice, type PriceHistoryEntry } from '#shared/catalogue/compute-lowest-prior-price.ts';
import { countBoxesFromManagedStock, isBoxStockManaged } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { getProductType } from '#shared/catalogue/product-enums.ts';
import {
  computeDiscountedUnitPrice,
  type DiscountWithoutCode,
  selectVariantOrProductDiscount,
} from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { centsToEuros } from '#shared/money.ts';
import {
  isVisibleProductSql,
  mealIcons,
  priceHistory,
  productImages,
  productMealIconLinks,
  products,
  productTagLinks,
  readCapacity,
  variants,
} from './catalogue-tables.ts';
import {
  type BoxContentRow,
  readBoxContents,
  readUnarchivedVariants,
  readVariationLabels,
  type VariantRow,
} from './product-repository.ts';

/** The columns of a product card in a list. The long texts are read only for the page of a single product. */
const cardColumns = {
  id: products.id,
  slug: products.slug,
  type: products.type,
  kind: products.kind,
  name: products.name,
  appellation: products.appellation,
  summary: products.summary,
  isVintage: products.isVintage,
  promoted: products.promoted,
  hasShippingFees: products.hasShippingFees,
  vatRate: products.vatRate,
  isAlcohol: products.isAlcohol,
  discount: products.discount,
};

type ProductCardRow = Pick<typeof products.$inferSelect, keyof typeof cardColumns>;

const cardsOf = preparedRead<ProductCardRow[], { ids: readonly number[] }>((db) =>
  db
    .select(cardColumns)
    .from(products)
    .where(and(isOneOfIds(products.id, idsPlaceholder), isVisibleProductSql)),
);

const { siteId: _siteId, searchText: _searchText, ...detailColumns } = getTableColumns(products);

/** Reads all columns of a product, published or not, that its page can show, including the long texts. */
async function readAnyProductDetail(tx: SiteTx, id: number) {
  const [row] = await tx.select(detailColumns).from(products).where(eq(products.id, id));
  return row ?? null;
}

type ProductDetailRow = NonNullable<Awaited<ReturnType<typeof readAnyProductDetail>>>;

/**
 * Reads the image ids of products in display order. With `isMainOnly`, it reads only the first image of each product.
 */
const readProductImageIds = (tx: SiteTx, productIds: readonly number[], isMainOnly: boolean) =>
  imagesOf(tx, { ids: productIds, until: isMainOnly ? 0 : maxPosition });

const maxPosition = 2 ** 31 - 1;

const imagesOf = preparedRead<{ productId: number; imageId: number }[], { ids: readonly number[]; until: number }>(
  (db) =>
    db
      .select({ productId: productImages.productId, imageId: productImages.imageId })
      .from(productImages)
      .where(
        and(isOneOfIds(productImages.productId, idsPlaceholder), lte(productImages.position, sql.placeholder('until'))),
      )
      .orderBy(asc(productImages.productId), asc(productImages.position)),
);

const readVisibleSlugs = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(isOneOfIds(products.id, productIds), isVisibleProductSql));

/** Reads the id of each variant's image, which is null for a variant without an image of its own. */
const readImageIdsOfVariants = (tx: SiteTx, ids: readonly number[]) =>
  tx.select({ id: variants.id, imageId: variants.imageId }).from(variants).where(isOneOfIds(variants.id, ids));

const priceHistoryOf = preparedRead<
  Pick<typeof priceHistory.$inferSelect, 'variantId' | 'price' | 'validFrom'>[],
  { ids: readonly number[] }
>((db) =>
  db
    .select({
      variantId: priceHistory.variantId,
      price: priceHistory.price,
      validFrom: priceHistory.validFrom,
    })
    .from(priceHistory)
    .where(isOneOfIds(priceHistory.variantId, idsPlaceholder)),
);

const tagRowsOf = preparedRead<{ productId: number; slug: string; label: Localized }[], { ids: readonly number[] }>(
  (db) =>
    db
      .select({ productId: productTagLinks.productId, slug: tags.slug, label: tags.label })
      .from(productTagLinks)
      .innerJoin(tags, eq(tags.slug, productTagLinks.tag))
      .where(isOneOfIds(productTagLinks.productId, idsPlaceholder))
      .orderBy(asc(tags.position), asc(tags.slug)),
);

const readMealIconsOfProduct = (tx: SiteTx, productId: number) =>
  tx
    .select({ id: mealIcons.id, icon: mealIcons.icon, label: mealIcons.label })
    .from(productMealIconLinks)
    .innerJoin(mealIcons, eq(mealIcons.id, productMealIconLinks.mealIconId))
    .where(eq(productMealIconLinks.productId, productId))
    .orderBy(asc(productMealIconLinks.position));

/**
 * Reads the ratings of products by product id with one query; products without reviews are absent. The reviews domain
 * implements this function type, because the catalogue may not import that domain.
 */
export type ReadProductRatings = (
  tx: SiteTx,
  productIds: readonly number[],
) => Promise<ReadonlyMap<number, ProductRating>>;

interface ProductReadContext {
  pickLanguage: (text: Localized) => string;
  now: Date;
  /** Reads the ratings of products. Without this function, products have no ratings. */
  readRatings?: ReadProductRatings;
}

/** Data of products by product id; `images`, `variations` and `history` are by image, variation and variant id. */
interface ProductDataMapsById {
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
async function readProductDataByIds(
  tx: SiteTx,
  ids: readonly number[],
  { pickLanguage, readRatings }: ProductReadContext,
  imageScope: 'main' | 'all',
): Promise<ProductDataMapsById> {
  const [cards, variants, imageRows, tagsById, ratings, isStockManaged] = await Promise.all([
    cardsOf(tx, { ids }),
    readUnarchivedVariants(tx, ids),
    readProductImageIds(tx, ids, imageScope === 'main'),
    tagsOf(tx, ids, pickLanguage),
    readRatings?.(tx, ids),
    readParameter(tx, 'USE_STOCK_MANAGEMENT'),
  ]);
  const rows = new Map(cards.map((row) => [row.id, row]));
  const boxIds = cards.filter(({ type }) => type === 'BOX').map(({ id }) => id);
  const imageIds = [...imageRows.map(({ imageId }) => imageId), ...variants.map(({ imageId }) => imageId)];
  const [contents, images, variations, history] = await Promise.all([
    boxIds.length > 0 ? readBoxContents(tx, boxIds) : [],
    readImagesById(tx, imageIds, pickLanguage),
    variants.some((variant) => variant.variations.length > 0) ? variationsOf(tx, pickLanguage) : new Map(),
    historyOf(tx, variants, rows),
  ]);
  return {
    rows,
    variants: Map.groupBy(variants, ({ productId }) => productId),
    boxes: Map.groupBy(contents, ({ boxId }) => boxId),
    tags: tagsById,
    imageIds: groupValues(imageRows, ({ productId, imageId }) => [productId, imageId]),
    images,
    variations,
    history,
    ratings: ratings ?? new Map(),
    isStockManaged: isStockManaged === true,
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
  return groupValues(await tagRowsOf(tx, { ids }), ({ productId, slug, label }) => [
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
  const past = await priceHistoryOf(tx, { ids: reduced.map(({ id }) => id) });
  return groupValues(past, ({ variantId, price, validFrom }) => [variantId, { price, from: validFrom.getTime() }]);
}

/** Reads product cards for a list, in the order of `ids`. Products that are unknown or hidden are left out. */
export async function readProductsByIds(
  tx: SiteTx,
  ids: readonly number[],
  context: ProductReadContext,
): Promise<Product[]> {
  if (ids.length === 0) return [];
  const data = await readProductDataByIds(tx, ids, context, 'main');
  return ids.flatMap((id) => {
    const row = data.rows.get(id);
    return row ? [toProductResponse(row, data, context)] : [];
  });
}

const toDiscount = (discount: DiscountWithoutCode | null): Discount | null =>
  discount && {
    id: discount.id,
    type: discount.type,
    amount: discount.amount,
    detailType: discount.detailType,
    code: null,
  };

function toProductResponse(
  row: ProductCardRow,
  data: ProductDataMapsById,
  { pickLanguage, now }: ProductReadContext,
): Product {
  const rows = data.variants.get(row.id) ?? [];
  const discountedPrice = (variant: VariantRow) =>
    computeDiscountedUnitPrice(variant.price, selectVariantOrProductDiscount(variant.discount, row.discount));
  const cheapest = rows.reduce<VariantRow | null>(
    (best, each) => (best === null || discountedPrice(each) < discountedPrice(best) ? each : best),
    null,
  );
  if (!cheapest) throw new Error(`product ${row.id} has no variant`);
  const variants = rows.map((each) => toVariant(each, row, data, now.getTime()));
  const mainImage = data.imageIds.get(row.id)?.[0];
  return {
    id: row.id,
    idProduct: row.id,
    slug: row.slug,
    name: pickLanguage(row.name),
    type: { type: getProductType(row.kind) },
    kind: row.kind,
    appellation: pickLanguage(row.appellation),
    summary: pickLanguage(row.summary),
    isVintage: row.isVintage,
    declination: variants,
    ...toProductPrice(cheapest, row),
    hasShippingFees: row.hasShippingFees,
    sellByMultipleOf: cheapest.sellByMultipleOf,
    ...toProductStock(variants),
    vatRate: row.vatRate,
    isAlcohol: row.isAlcohol,
    tags: data.tags.get(row.id) ?? [],
    image: mainImage === undefined ? null : (data.images.get(mainImage) ?? null),
    promoted: row.promoted,
    rating: data.ratings.get(row.id) ?? null,
    products: toBoxedProducts(data.boxes.get(row.id) ?? [], pickLanguage),
  };
}

/**
 * Returns the stock of a product. It counts as managed only if the stock of every variant is managed, because any other
 * variant is always available.
 */
const toProductStock = (variants: readonly Variant[]): Pick<Product, 'quantity' | 'setQuantity'> => ({
  quantity: variants.reduce((sum, { quantity, setQuantity }) => sum + (setQuantity ? quantity : 0), 0),
  setQuantity: variants.every(({ setQuantity }) => setQuantity),
});

/**
 * Returns the price and the discount of a product, which together give the lowest price of its variants. If the
 * cheapest variant has its own discount, the price includes it, because it does not apply to the other variants.
 */
function toProductPrice(cheapest: VariantRow, { discount }: ProductCardRow): Pick<Product, 'price' | 'discount'> {
  const ownDiscount = selectVariantOrProductDiscount(cheapest.discount, null);
  if (!ownDiscount) return { price: centsToEuros(cheapest.price), discount: toDiscount(discount) };
  return { price: centsToEuros(computeDiscountedUnitPrice(cheapest.price, ownDiscount)), discount: null };
}

const toBoxedProducts = (
  contents: readonly BoxContentRow[],
  pickLanguage: ProductReadContext['pickLanguage'],
): BoxedVariant[] =>
  contents.map(({ boxId: _box, stock: _stock, productId, variantId, name, ...content }) => ({
    idProduct: productId,
    idDeclination: variantId,
    ...content,
    type: getProductType(content.kind),
    name: pickLanguage(name),
  }));

function toVariant(row: VariantRow, product: ProductCardRow, data: ProductDataMapsById, now: number): Variant {
  const discount = selectVariantOrProductDiscount(row.discount, product.discount);
  const paid = computeDiscountedUnitPrice(row.price, discount);
  const contents = product.type === 'BOX' ? (data.boxes.get(product.id) ?? []) : null;
  const variation = (index: number) => data.variations.get(row.variations[index] ?? 0) ?? null;
  return {
    id: row.id,
    reference: row.reference,
    year: row.year,
    price: centsToEuros(row.price),
    discount: toDiscount(discount),
    lowestPrice: discount
      ? centsToEuros(computeLowestPriorPrice(row.price, paid, data.history.get(row.id) ?? [], now))
      : null,
    ...readCapacity(product.kind, row),
    quantity: contents ? countBoxesFromManagedStock(contents) : row.quantity,
    setQuantity: data.isStockManaged && (contents ? isBoxStockManaged(contents) : row.isStockManaged),
    sellByMultipleOf: row.sellByMultipleOf,
    variation1: variation(0),
    variation2: variation(1),
    variation3: variation(2),
    image: row.imageId === null ? null : (data.images.get(row.imageId) ?? null),
  };
}

export async function readProductDetail(
  tx: SiteTx,
  id: number,
  context: ProductReadContext,
): Promise<ProductDetail | null> {
  const { pickLanguage } = context;
  const readColumns = async () => {
    const found = await readAnyProductDetail(tx, id);
    return found && { ...found, videos: await videosOf(tx, found, pickLanguage) };
  };
  const [columns, data, iconRows] = await Promise.all([
    readColumns(),
    readProductDataByIds(tx, [id], context, 'all'),
    readMealIconsOfProduct(tx, id),
  ]);
  const row = data.rows.get(id);
  if (!columns || !row) return null;
  const icons = iconRows.map((icon): MealIcon => ({ ...icon, label: pickLanguage(icon.label) }));
  const { eye, nose, mouth } = columns.tasting;
  return {
    ...toProductResponse(row, data, context),
    html: pickLanguage(columns.html),
    tasting: { eye: pickLanguage(eye), nose: pickLanguage(nose), mouth: pickLanguage(mouth) },
    facts: columns.facts.map(({ label, text }) => ({ label: pickLanguage(label), text: pickLanguage(text) })),
    alcohol: columns.alcohol,
    nutrition: columns.nutrition,
    ingredients: pickLanguage(columns.ingredients),
    allergens: pickLanguage(columns.allergens),
    mealIcons: icons,
    images: (data.imageIds.get(id) ?? []).map((each) => data.images.get(each)).filter((image) => image !== undefined),
    videos: columns.videos,
    reference: columns.reference,
  };
}

/** Returns the videos of a product, without uploaded videos whose file is missing. */
async function videosOf(tx: SiteTx, { videos }: ProductDetailRow, pickLanguage: ProductReadContext['pickLanguage']) {
  const stored = await readFilesById(
    tx,
    videos.flatMap((video) => ('file' in video ? [video.file] : [])),
  );
  return videos.flatMap((video) => {
    const url = 'file' in video ? stored.get(video.file)?.url : video.url;
    return url ? [{ url, title: pickLanguage(video.title) }] : [];
  });
}

interface ProductLinks {
  /** Slugs by product id, of those products that customers still see. */
  slugs: ReadonlyMap<number, string>;
  /** Returns the variant's own image, otherwise its product's main image, also for products that are hidden by now. */
  imageOf(productId: number, variantId: number): Image | null;
}

/** Reads slugs and images for order lines. A deleted product has neither, a hidden one no slug. */
export async function readProductLinks(
  tx: SiteTx,
  lines: readonly { productId: number; variantId: number }[],
  pickLanguage: (text: Localized) => string,
): Promise<ProductLinks> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  if (productIds.length === 0) return { slugs: new Map(), imageOf: () => null };
  const slugs = new Map((await readVisibleSlugs(tx, productIds)).map(({ id, slug }) => [id, slug]));
  const main = new Map((await readProductImageIds(tx, productIds, true)).map((row) => [row.productId, row.imageId]));
  const ownRows = await readImageIdsOfVariants(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  const own = new Map(ownRows.map(({ id, imageId }) => [id, imageId]));
  const images = await readImagesById(tx, [...main.values(), ...own.values()], pickLanguage);
  return {
    slugs,
    imageOf: (productId, variantId) => {
      const id = own.get(variantId) ?? main.get(productId);
      return (id != null && images.get(id)) || null;
    },
  };
}

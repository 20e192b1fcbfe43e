import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { oneOfSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { Localized } from '#shared/localized.ts';
import {
  awards,
  boxContents,
  mealIcons,
  priceHistory,
  productImages,
  productMealIcons,
  products,
  productTags,
  recommendations,
  stock,
  tags,
  variants,
  variations,
} from './catalogue-tables.ts';
import { type ListLanguages, productsOrder, productsWhere } from './product-filter.ts';

// Longer than other files on purpose: every query by which pages read the catalogue.

/** What a card shows; the long texts are read for one product at a time. */
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
export type ProductRow = Pick<typeof products.$inferSelect, keyof typeof cardColumns>;

/** Ids of one page of a list in its order, with how many there are in all. */
export async function findProducts(tx: SiteTx, query: ListQuery, reading: ListLanguages) {
  const where = productsWhere(query, reading);
  const total = await tx.$count(products, where);
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...productsOrder(query, reading))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { ids: rows.map(({ id }) => id), total };
}

export const readProducts = (tx: SiteTx, ids: readonly number[]): Promise<ProductRow[]> =>
  tx
    .select(cardColumns)
    .from(products)
    .where(inArray(products.id, [...ids]));

/** What the page of a product says beside its card. */
export async function readProductTexts(tx: SiteTx, id: number) {
  const { html, tasting, facts, alcohol, nutrition, ingredients, allergens, videos, reference } = products;
  const [row] = await tx
    .select({ html, tasting, facts, alcohol, nutrition, ingredients, allergens, videos, reference })
    .from(products)
    .where(eq(products.id, id));
  return row ?? null;
}
export type ProductTexts = NonNullable<Awaited<ReturnType<typeof readProductTexts>>>;

const declinationColumns = {
  id: variants.id,
  productId: variants.productId,
  reference: variants.reference,
  year: variants.year,
  price: variants.price,
  discount: variants.discount,
  capacity: variants.capacity,
  capacityUnit: variants.capacityUnit,
  sellByMultipleOf: variants.sellByMultipleOf,
  variations: variants.variations,
  imageId: variants.imageId,
  quantity: sql<number>`coalesce(${stock.quantity}, 0)`,
};
export type VariantRow = Pick<typeof variants.$inferSelect, Exclude<keyof typeof declinationColumns, 'quantity'>> & {
  quantity: number;
};

/** Declinations of products in the products' own order, each with what is left of it. */
export const readVariants = (tx: SiteTx, productIds: readonly number[]): Promise<VariantRow[]> =>
  tx
    .select(declinationColumns)
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(inArray(variants.productId, [...productIds]))
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id));

/** What boxes hold, with what is left of it. */
export const readBoxContents = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      quantity: boxContents.quantity,
      left: sql<number>`coalesce(${stock.quantity}, 0)`,
      idDeclination: variants.id,
      idProduct: products.id,
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
    .where(inArray(boxContents.productId, [...productIds]))
    .orderBy(asc(boxContents.productId), asc(boxContents.position));

export const readTags = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ productId: productTags.productId, slug: tags.slug, label: tags.label })
    .from(productTags)
    .innerJoin(tags, eq(tags.slug, productTags.tag))
    .where(inArray(productTags.productId, [...productIds]))
    .orderBy(asc(tags.position), asc(tags.slug));

/** Ids of products' pictures in order; with `mainOnly` the first of each. */
export const readProductImages = (tx: SiteTx, productIds: readonly number[], mainOnly: boolean) =>
  tx
    .select({ productId: productImages.productId, imageId: productImages.imageId })
    .from(productImages)
    .where(and(inArray(productImages.productId, [...productIds]), mainOnly ? eq(productImages.position, 0) : undefined))
    .orderBy(asc(productImages.productId), asc(productImages.position));

export const readSlugs = (tx: SiteTx, productIds: readonly number[]) =>
  tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(inArray(products.id, [...productIds]));

/** The pictures that declinations have of their own. */
export const readVariantImages = (tx: SiteTx, ids: readonly number[]) =>
  tx
    .select({ id: variants.id, imageId: variants.imageId })
    .from(variants)
    .where(inArray(variants.id, [...ids]));

/** Every price that was asked for these declinations. */
export const readPriceHistory = (tx: SiteTx, declinationIds: readonly number[]) =>
  tx
    .select({
      declinationId: priceHistory.variantId,
      price: priceHistory.price,
      validFrom: priceHistory.validFrom,
    })
    .from(priceHistory)
    .where(inArray(priceHistory.variantId, [...declinationIds]));

export const readVariations = (tx: SiteTx) => tx.select().from(variations).orderBy(asc(variations.id));

export const readMealIcons = (tx: SiteTx) => tx.select().from(mealIcons).orderBy(asc(mealIcons.id));

export const readMealIconsOf = (tx: SiteTx, productId: number) =>
  tx
    .select({ id: mealIcons.id, icon: mealIcons.icon, label: mealIcons.label })
    .from(productMealIcons)
    .innerJoin(mealIcons, eq(mealIcons.id, productMealIcons.mealIconId))
    .where(eq(productMealIcons.productId, productId))
    .orderBy(asc(productMealIcons.position));

export async function readRecommended(tx: SiteTx, productId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: recommendations.recommendedId })
    .from(recommendations)
    .where(eq(recommendations.productId, productId))
    .orderBy(asc(recommendations.position));
  return rows.map(({ id }) => id);
}

/** Awards, the newest first; with `productId` those of one product. */
export const readAwards = (tx: SiteTx, productId: number | undefined) =>
  tx
    .select()
    .from(awards)
    .where(productId === undefined ? undefined : eq(awards.productId, productId))
    .orderBy(desc(awards.year), asc(awards.id));

/** What is left of every declination of the site, and of what boxes hold. */
export async function readAllStock(tx: SiteTx) {
  const rows = await tx
    .select({
      id: variants.id,
      productId: variants.productId,
      quantity: sql<number>`coalesce(${stock.quantity}, 0)`,
    })
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id));
  const contents = await tx
    .select({
      boxId: boxContents.productId,
      idDeclination: boxContents.variantId,
      quantity: boxContents.quantity,
    })
    .from(boxContents);
  return { rows, contents };
}

/**
 * What filters can offer over the products of `kinds` that are none of `others`. Amounts in cents, sizes in millilitres;
 * a box is no size of bottle.
 */
export interface FacetRows {
  kinds: { kind: ProductKind; count: number }[];
  years: { year: number; count: number }[];
  sizes: { millilitres: number; count: number }[];
  tags: { slug: string; label: Localized; count: number }[];
  minPrice: number | null;
  maxPrice: number | null;
}

export async function readFacets(
  tx: SiteTx,
  kinds: readonly ProductKind[] | undefined,
  others: readonly ProductKind[] | undefined,
): Promise<FacetRows> {
  const kind = sql`${products.kind}`;
  const conditions: SQL[] = [];
  if (kinds && kinds.length > 0) conditions.push(oneOfSql(kind, '', kinds));
  if (others) conditions.push(oneOfSql(kind, 'df:', others));
  const { rows } = await tx.execute<FacetRows & Record<string, unknown>>(sql`
    with chosen as (
      select id, kind, discount from products where ${and(...conditions) ?? sql`true`}
    ), formats as (
      select d.product_id, chosen.kind, d.year, d.millilitres, discounted_price(d.price, d.discount, chosen.discount) as paid
        from declinations d join chosen on chosen.id = d.product_id
    ), by_kind as (
      select kind, count(*) from chosen group by kind
    ), by_year as (
      select year, count(distinct product_id) from formats where year is not null group by year order by year desc
    ), by_size as (
      select millilitres, count(distinct product_id) from formats
       where kind <> 'box' group by millilitres order by millilitres
    ), by_tag as (
      select t.slug, t.label, count(*)
        from product_tags pt join chosen on chosen.id = pt.product_id join tags t on t.slug = pt.tag
       group by t.slug, t.label, t.position order by t.position, t.slug
    )
    select (select coalesce(json_agg(by_kind), '[]') from by_kind) as kinds,
           (select coalesce(json_agg(by_year), '[]') from by_year) as years,
           (select coalesce(json_agg(by_size), '[]') from by_size) as sizes,
           (select coalesce(json_agg(by_tag), '[]') from by_tag) as tags,
           (select min(paid) from formats) as least,
           (select max(paid) from formats) as most`);
  const [row] = rows;
  if (!row) throw new Error('a query of aggregates has a row');
  return row;
}

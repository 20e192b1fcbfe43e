import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Capacity } from '#shared/catalogue/capacity.ts';
import type { NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { capacityUnits, ProductKind, ProductType } from '#shared/catalogue/product-enums.ts';
import type { DiscountWithoutCode } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';
import type { Cents } from '#shared/money.ts';

/** A price in cents, with its discount, that applies from an instant as ISO 8601 in UTC. */
export interface StoredPlannedPrice {
  from: string;
  price: Cents;
  discount: DiscountWithoutCode | null;
}

/**
 * The type of a product in the tables, in which a voucher is a bottle of one litre: the columns are NOT NULL, and the
 * version before this one reads them while an upgrade is in progress. `kind` tells a voucher.
 */
export type StoredProductType = Exclude<ProductType, 'VOUCHER'>;

interface StoredCapacity {
  capacity: number;
  capacityUnit: (typeof capacityUnits)[number];
}

export const toStoredProductType = (kind: ProductKind): StoredProductType => (kind === 'box' ? 'BOX' : 'WINE');

export const toStoredCapacity = ({ capacity, capacityUnit }: Capacity): StoredCapacity =>
  capacity === null || capacityUnit === null ? { capacity: 1, capacityUnit: 'LITER' } : { capacity, capacityUnit };

const noCapacity: Capacity = { capacity: null, capacityUnit: null };

export const readCapacity = (kind: ProductKind, { capacity, capacityUnit }: Capacity): Capacity =>
  kind === 'voucher' ? noCapacity : { capacity, capacityUnit };

/** Products: drinks, boxes of drinks, and vouchers. Prices, formats and vintages belong to their variants. */
export const products = siteTable(
  'products',
  ['id'],
  {
    id: integer().notNull(),
    slug: text().notNull(),
    type: text().$type<StoredProductType>().notNull(),
    kind: text().$type<ProductKind>().notNull(),
    name: localized(),
    appellation: localized(),
    summary: localized(),
    isVintage: boolean().notNull(),
    position: integer().notNull(),
    promoted: boolean('is_promoted').notNull(),
    /** False while staff prepare the product, which customers then do not see. */
    isPublished: boolean().notNull().default(true),
    hasShippingFees: boolean().notNull(),
    /** VAT rate in percent. */
    vatRate: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    isAlcohol: boolean().notNull(),
    discount: jsonb().$type<DiscountWithoutCode>(),
    /** The description as sanitised HTML. */
    html: localized(),
    tasting: jsonb().$type<{ eye: Localized; nose: Localized; mouth: Localized }>().notNull(),
    facts: jsonb().$type<{ label: Localized; text: Localized }[]>().notNull(),
    /** Alcohol in percent by volume. */
    alcohol: numeric({ precision: 5, scale: 2, mode: 'number' }),
    nutrition: jsonb().$type<NutritionalValues>(),
    ingredients: localized(),
    allergens: localized(),
    /** Videos of the product: `file` is an id in the table `files`, `url` a video on another host. */
    videos: jsonb().$type<({ title: Localized } & ({ url: string } | { file: number }))[]>().notNull(),
    reference: text(),
    /** The text that the search looks in: all languages, without accents and upper case (see `foldText`). */
    searchText: text().notNull(),
    /**
     * The time at which the product was archived instead of deleted, because orders refer to it. Customers do not see
     * archived products.
     */
    archivedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.siteId, table.slug), index().on(table.siteId, table.kind)],
);

export const productTypeSql = sql`(case ${products.kind} when 'voucher' then 'VOUCHER' else ${products.type} end)`;

/** SQL condition: customers see the product. */
export const isVisibleProductSql = sql`(${products.archivedAt} is null and ${products.isPublished})`;

/** Variants: the formats and vintages in which products are sold. The API's JSON calls them "declinations". */
export const variants = siteTable(
  'variants',
  ['id'],
  {
    id: integer().notNull(),
    productId: integer().notNull(),
    position: integer().notNull(),
    reference: text().notNull(),
    year: integer(),
    /**
     * Price before discounts, in cents with VAT. The price to pay is `discounted_price(price, discount, <discount of
     * the product>)`.
     */
    price: integer().notNull(),
    /** The variant's own discount; null if the product's discount applies. */
    discount: jsonb().$type<DiscountWithoutCode>(),
    /** Prices that begin later, by ascending time. When a price begins, a job copies it to `price` and `discount`. */
    plannedPrices: jsonb().$type<StoredPlannedPrice[]>().notNull().default([]),
    capacity: numeric({ precision: 9, scale: 3, mode: 'number' }).notNull(),
    capacityUnit: text().$type<(typeof capacityUnits)[number]>().notNull(),
    millilitres: integer()
      .notNull()
      .generatedAlwaysAs(sql`(capacity * case capacity_unit when 'LITER' then 1000 else 10 end)::integer`),
    sellByMultipleOf: integer().notNull(),
    /**
     * False if the variant is always available. True has an effect only while the parameter USE_STOCK_MANAGEMENT is on.
     * Boxes ignore it: their contents decide.
     */
    isStockManaged: boolean().notNull().default(true),
    /** Up to three ids in the table `variations`, in display order. */
    variations: jsonb().$type<number[]>().notNull(),
    imageId: integer(),
    /**
     * True for a variant that is no longer sold. It stays because orders or the estate's records still refer to it.
     */
    isArchived: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.siteId, table.productId),
    parentKey(table, table.productId, products).onDelete('cascade'),
    parentKey(table, table.imageId, images),
  ],
);

export const boxContents = siteTable(
  'box_contents',
  ['productId', 'variantId'],
  {
    productId: integer().notNull(),
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    parentKey(table, table.productId, products).onDelete('cascade'),
    parentKey(table, table.variantId, variants),
  ],
);

export const productImages = siteTable(
  'product_images',
  ['productId', 'imageId'],
  {
    productId: integer().notNull(),
    imageId: integer().notNull(),
    /** Position of the picture in the gallery; 0 is the main picture. */
    position: integer().notNull(),
  },
  (table) => [parentKey(table, table.productId, products).onDelete('cascade'), parentKey(table, table.imageId, images)],
);

export const recommendations = siteTable(
  'recommendations',
  ['productId', 'recommendedId'],
  {
    productId: integer().notNull(),
    recommendedId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    parentKey(table, table.productId, products).onDelete('cascade'),
    parentKey(table, table.recommendedId, products).onDelete('cascade'),
  ],
);

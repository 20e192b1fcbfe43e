import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import { tags } from '#server/api/site/site-tables.ts';
import type { Capacity } from '#shared/catalogue/capacity.ts';
import type { MealIcon, NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { capacityUnits, ProductKind, ProductType } from '#shared/catalogue/product-enums.ts';
import type { StockMovementKind } from '#shared/catalogue/stock-movement.ts';
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

/** The stock of variants. It is a separate table because an order writes to no other table of the catalogue. */
export const stock = siteTable(
  'stock',
  ['variantId'],
  {
    variantId: integer().notNull(),
    quantity: integer().notNull(),
    /**
     * The time of the last change by an order, a cancellation or a manual movement; null before the first one. Once
     * this time is set, imports leave the quantity unchanged.
     */
    lastMovedAt: instant(),
  },
  (table) => [
    parentKey(table, table.variantId, variants).onDelete('cascade'),
    check('stock_quantity_not_negative', sql`${table.quantity} >= 0`),
  ],
);

/**
 * Stock changes that the estate makes, such as deliveries and stocktakings. Changes by orders are recorded in the order
 * lines instead. The stock is the quantity that can be sold, so it excludes ordered bottles that are still in the
 * cellar.
 */
export const manualStockMovements = siteTable(
  'stock_movements',
  ['id'],
  {
    id: generatedId(),
    variantId: integer().notNull(),
    kind: text().$type<StockMovementKind>().notNull(),
    before: integer().notNull(),
    after: integer().notNull(),
    /** The reason as free text, such as "bottling of 3 June"; may be empty. */
    reason: text().notNull(),
    /** The staff member; null if the stock was changed on the command line. */
    userId: integer(),
    createdAt: now(),
  },
  (table) => [
    index().on(table.siteId, table.variantId, table.createdAt),
    parentKey(table, table.variantId, variants).onDelete('cascade'),
  ],
);

/** All prices of variants after discounts, in cents. Each price applied from `validFrom` until the next row. */
export const priceHistory = siteTable(
  'price_history',
  ['variantId', 'validFrom'],
  {
    variantId: integer().notNull(),
    validFrom: instant().notNull(),
    price: integer().notNull(),
  },
  (table) => [parentKey(table, table.variantId, variants).onDelete('cascade')],
);

export const variationLabels = siteTable('variations', ['id'], {
  id: integer().notNull(),
  label: localized(),
  displayLabel: jsonb().$type<Localized>(),
});

export const productTagLinks = siteTable(
  'product_tags',
  ['productId', 'tag'],
  { productId: integer().notNull(), tag: text().notNull() },
  (table) => [
    parentKey(table, table.productId, products).onDelete('cascade'),
    foreignKey({ columns: [table.siteId, table.tag], foreignColumns: [tags.siteId, tags.slug] }).onDelete('cascade'),
  ],
);

export const awards = siteTable(
  'awards',
  ['id'],
  {
    id: integer().notNull(),
    productId: integer().notNull(),
    name: localized(),
    medal: text().$type<'gold' | 'silver' | 'bronze' | 'other'>().notNull(),
    distinction: localized(),
    year: integer().notNull(),
    vintage: integer(),
    imageId: integer(),
  },
  (table) => [
    index().on(table.siteId, table.productId),
    parentKey(table, table.productId, products).onDelete('cascade'),
    parentKey(table, table.imageId, images),
  ],
);

export const mealIcons = siteTable('meal_icons', ['id'], {
  id: integer().notNull(),
  icon: text().$type<MealIcon['icon']>().notNull(),
  label: localized(),
});

export const productMealIconLinks = siteTable(
  'product_meal_icons',
  ['productId', 'mealIconId'],
  {
    productId: integer().notNull(),
    mealIconId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    parentKey(table, table.productId, products).onDelete('cascade'),
    parentKey(table, table.mealIconId, mealIcons).onDelete('cascade'),
  ],
);

/** The tables of the kinds of items without rules of their own, by the names of the resources. */
export const plainCatalogueTables = { award: awards, 'meal-icon': mealIcons };

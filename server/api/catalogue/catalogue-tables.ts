import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type {
  capacityUnits,
  Discount,
  MealIcon,
  NutritionalValues,
  ProductKind,
  ProductType,
} from '#shared/catalogue/catalogue-contract.ts';
import type { Localized } from '#shared/localized.ts';

// Longer than other files on purpose: tables that refer to each other are read together.

/** As `Discount` on the wire, without code: the amount is decimal euros or percent. */
export type StoredDiscount = Omit<Discount, 'code'>;

/** A drink or a box. Prices, formats and vintages are its declinations'. */
export const products = pgTable(
  'products',
  {
    siteId: siteId(),
    id: integer().notNull(),
    slug: text().notNull(),
    type: text().$type<ProductType>().notNull(),
    kind: text().$type<ProductKind>().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    appellation: jsonb().$type<Localized>().notNull(),
    summary: jsonb().$type<Localized>().notNull(),
    isVintage: boolean().notNull(),
    /** The estate's own order of its list. */
    position: integer().notNull(),
    promoted: boolean().notNull(),
    hasShippingFees: boolean().notNull(),
    /** Percent. */
    vatRate: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    isAlcohol: boolean().notNull(),
    discount: jsonb().$type<StoredDiscount>(),
    /** The description, sanitised. */
    html: jsonb().$type<Localized>().notNull(),
    tasting: jsonb().$type<{ eye: Localized; nose: Localized; mouth: Localized }>().notNull(),
    facts: jsonb().$type<{ label: Localized; text: Localized }[]>().notNull(),
    /** Percent by volume. */
    alcohol: numeric({ precision: 5, scale: 2, mode: 'number' }),
    nutrition: jsonb().$type<NutritionalValues>(),
    ingredients: jsonb().$type<Localized>().notNull(),
    allergens: jsonb().$type<Localized>().notNull(),
    /** A film of the estate's own has `file`, an id in `files`; one elsewhere has `url`. */
    videos: jsonb().$type<({ title: Localized } & ({ url: string } | { file: number }))[]>().notNull(),
    reference: text(),
    /** What search looks through, in all languages; folded by `foldText`. */
    searchText: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.slug),
    index().on(table.siteId, table.kind),
  ],
);

/** One format and vintage of a product: what is priced and sold. */
export const variants = pgTable(
  'declinations',
  {
    siteId: siteId(),
    id: integer().notNull(),
    productId: integer().notNull(),
    position: integer().notNull(),
    reference: text().notNull(),
    year: integer(),
    /** Cents with VAT, before discount. In SQL, `discounted_price(price, own discount, product's discount)` is what is paid. */
    price: integer().notNull(),
    /** Where null, the product's holds. */
    discount: jsonb().$type<StoredDiscount>(),
    capacity: numeric({ precision: 9, scale: 3, mode: 'number' }).notNull(),
    capacityUnit: text().$type<(typeof capacityUnits)[number]>().notNull(),
    millilitres: integer()
      .notNull()
      .generatedAlwaysAs(sql`(capacity * case capacity_unit when 'LITER' then 1000 else 10 end)::integer`),
    sellByMultipleOf: integer().notNull(),
    /** Up to three ids in `variations`, in order. */
    variations: jsonb().$type<number[]>().notNull(),
    imageId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.productId),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

/** What is left of a declination. A table of its own: orders write here, and nowhere else in the catalogue. */
export const stock = pgTable(
  'stock',
  { siteId: siteId(), variantId: integer('declination_id').notNull(), quantity: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.siteId, table.variantId] }),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
    check('stock_never_below_zero', sql`${table.quantity} >= 0`),
  ],
);

/** Every price that was really asked, after discount, in cents, each from its moment until the next; the last is today's. */
export const priceHistory = pgTable(
  'price_history',
  {
    siteId: siteId(),
    variantId: integer('declination_id').notNull(),
    validFrom: timestamp({ withTimezone: true }).notNull(),
    price: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.variantId, table.validFrom] }),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }).onDelete('cascade'),
  ],
);

/** What a box holds. */
export const boxContents = pgTable(
  'box_contents',
  {
    siteId: siteId(),
    productId: integer().notNull(),
    variantId: integer('declination_id').notNull(),
    quantity: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.productId, table.variantId] }),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [table.siteId, table.variantId],
      foreignColumns: [variants.siteId, variants.id],
    }),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    siteId: siteId(),
    productId: integer().notNull(),
    imageId: integer().notNull(),
    /** 0 is the main picture. */
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.productId, table.imageId] }),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

export const variations = pgTable(
  'variations',
  {
    siteId: siteId(),
    id: integer().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    displayLabel: jsonb().$type<Localized>(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

export const tags = pgTable(
  'tags',
  {
    siteId: siteId(),
    slug: text().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.slug] })],
);

export const productTags = pgTable(
  'product_tags',
  { siteId: siteId(), productId: integer().notNull(), tag: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.siteId, table.productId, table.tag] }),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.siteId, table.tag], foreignColumns: [tags.siteId, tags.slug] }).onDelete('cascade'),
  ],
);

export const awards = pgTable(
  'awards',
  {
    siteId: siteId(),
    id: integer().notNull(),
    productId: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    medal: text().$type<'gold' | 'silver' | 'bronze' | 'other'>().notNull(),
    distinction: jsonb().$type<Localized>().notNull(),
    year: integer().notNull(),
    vintage: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.productId),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
  ],
);

export const mealIcons = pgTable(
  'meal_icons',
  {
    siteId: siteId(),
    id: integer().notNull(),
    icon: text().$type<MealIcon['icon']>().notNull(),
    label: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

export const productMealIcons = pgTable(
  'product_meal_icons',
  {
    siteId: siteId(),
    productId: integer().notNull(),
    mealIconId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.productId, table.mealIconId] }),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [table.siteId, table.mealIconId],
      foreignColumns: [mealIcons.siteId, mealIcons.id],
    }).onDelete('cascade'),
  ],
);

/** Products that the estate recommends beside another. */
export const recommendations = pgTable(
  'recommendations',
  {
    siteId: siteId(),
    productId: integer().notNull(),
    recommendedId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.productId, table.recommendedId] }),
    foreignKey({ columns: [table.siteId, table.productId], foreignColumns: [products.siteId, products.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [table.siteId, table.recommendedId],
      foreignColumns: [products.siteId, products.id],
    }).onDelete('cascade'),
  ],
);

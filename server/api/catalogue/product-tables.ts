import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { capacityUnits, ProductKind, ProductType } from '#shared/catalogue/product-enums.ts';
import type { StoredDiscount } from '#shared/catalogue/unit-price.ts';
import type { Localized } from '#shared/localized.ts';

/** Drinks and boxes. Prices, formats and vintages are those of their variants. */
export const products = pgTable(
  'products',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    slug: text().notNull(),
    type: text().$type<ProductType>().notNull(),
    kind: text().$type<ProductKind>().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    appellation: jsonb().$type<Localized>().notNull(),
    summary: jsonb().$type<Localized>().notNull(),
    isVintage: boolean().notNull(),
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
    /** `file` is an id in `files`; `url` is a video on another host. */
    videos: jsonb().$type<({ title: Localized } & ({ url: string } | { file: number }))[]>().notNull(),
    reference: text(),
    /** The searched text in all languages, folded by `foldText`. */
    searchText: text().notNull(),
    /** Set instead of deleting a product that orders name. Customers do not see archived products. */
    archivedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.slug),
    index().on(table.siteId, table.kind),
  ],
);

/** Formats and vintages of products, which are what is sold. The wire calls them "declinations". */
export const variants = pgTable(
  'variants',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    productId: integer().notNull(),
    position: integer().notNull(),
    reference: text().notNull(),
    year: integer(),
    /** Cents with VAT, before discount. The price to pay is `discounted_price(price, discount, product's discount)`. */
    price: integer().notNull(),
    /** null where the product's discount applies. */
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

export const boxContents = pgTable(
  'box_contents',
  {
    siteId: siteIdColumn(),
    productId: integer().notNull(),
    variantId: integer().notNull(),
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
    siteId: siteIdColumn(),
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

/** Products that the estate recommends on the page of another product. */
export const recommendations = pgTable(
  'recommendations',
  {
    siteId: siteIdColumn(),
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

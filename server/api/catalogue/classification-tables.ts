import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import type { MealIcon } from '#shared/catalogue/catalogue-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { products } from './product-tables.ts';

export const variationLabels = pgTable(
  'variations',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    displayLabel: jsonb().$type<Localized>(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

export const productTagLinks = pgTable(
  'product_tags',
  { siteId: siteIdColumn(), productId: integer().notNull(), tag: text().notNull() },
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
    siteId: siteIdColumn(),
    id: integer().notNull(),
    productId: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    medal: text().$type<'gold' | 'silver' | 'bronze' | 'other'>().notNull(),
    distinction: jsonb().$type<Localized>().notNull(),
    year: integer().notNull(),
    vintage: integer(),
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

export const mealIcons = pgTable(
  'meal_icons',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    icon: text().$type<MealIcon['icon']>().notNull(),
    label: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

export const productMealIconLinks = pgTable(
  'product_meal_icons',
  {
    siteId: siteIdColumn(),
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

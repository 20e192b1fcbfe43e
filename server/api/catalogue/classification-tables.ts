import { foreignKey, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import { tags } from '#server/api/site/site-tables.ts';
import type { MealIcon } from '#shared/catalogue/catalogue-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { products } from './product-tables.ts';

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

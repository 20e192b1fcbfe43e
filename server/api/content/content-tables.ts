import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Localized } from '#shared/localized.ts';

export const news = pgTable(
  'news',
  {
    siteId: siteId(),
    id: integer().notNull(),
    slug: jsonb().$type<Localized>().notNull(),
    title: jsonb().$type<Localized>().notNull(),
    /** Plain text. */
    summary: jsonb().$type<Localized>().notNull(),
    /** Sanitised. */
    html: jsonb().$type<Localized>().notNull(),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    promoted: boolean().notNull(),
    imageId: integer(),
    /** Title and summary in all languages, folded by `foldText`. */
    searchText: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.publishedAt),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

export const newsImages = pgTable(
  'news_images',
  {
    siteId: siteId(),
    newsId: integer().notNull(),
    imageId: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.newsId, table.imageId] }),
    foreignKey({ columns: [table.siteId, table.newsId], foreignColumns: [news.siteId, news.id] }).onDelete('cascade'),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ContentTypeName } from '#shared/content/content-page-kinds.ts';
import type { Localized } from '#shared/localized.ts';

/** Creates the tables of a content type: its items, and the pictures of items as `<name>_images`. */
function createContentTables(name: string) {
  const items = pgTable(
    name,
    {
      siteId: siteIdColumn(),
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
  const itemImages = pgTable(
    `${name}_images`,
    {
      siteId: siteIdColumn(),
      itemId: integer(`${name}_id`).notNull(),
      imageId: integer().notNull(),
      position: integer().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.siteId, table.itemId, table.imageId] }),
      foreignKey({ columns: [table.siteId, table.itemId], foreignColumns: [items.siteId, items.id] }).onDelete(
        'cascade',
      ),
      foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
    ],
  );
  return { items, itemImages };
}

export type ContentTypeTables = ReturnType<typeof createContentTables>;

// drizzle-kit finds tables only as exports.
export const { items: news, itemImages: newsImages } = createContentTables('news');

export const tablesByContentType: Readonly<Record<ContentTypeName, ContentTypeTables>> = {
  news: { items: news, itemImages: newsImages },
};

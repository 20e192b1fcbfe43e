import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';
import type { Localized } from '#shared/localized.ts';

/**
 * Creates the tables of a content type: one for its items, and `<item>_images` for the pictures of items.
 * @param item The singular of the name of the items.
 */
function createContentTables(name: string, item: string) {
  const items = pgTable(
    name,
    {
      siteId: siteIdColumn(),
      id: integer().notNull(),
      slug: jsonb().$type<Localized>().notNull(),
      title: jsonb().$type<Localized>().notNull(),
      /** Summary as plain text. */
      summary: jsonb().$type<Localized>().notNull(),
      /** Text as sanitised HTML. */
      html: jsonb().$type<Localized>().notNull(),
      publishedAt: timestamp({ withTimezone: true }).notNull(),
      updatedAt: timestamp({ withTimezone: true }).notNull(),
      promoted: boolean('is_promoted').notNull(),
      /** Slugs of tags. Only blog posts have some. */
      tags: jsonb().$type<string[]>().notNull().default([]),
      imageId: integer(),
      /**
       * The text that the search looks in: title and summary in all languages, without accents and upper case (see
       * `foldText`).
       */
      searchText: text().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.siteId, table.id] }),
      index().on(table.siteId, table.publishedAt),
      foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
    ],
  );
  const itemImages = pgTable(
    `${item}_images`,
    {
      siteId: siteIdColumn(),
      itemId: integer(`${item}_id`).notNull(),
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

export type ArticleTables = ReturnType<typeof createContentTables>;

// Exported under separate names, because drizzle-kit finds only tables that are exports themselves.
export const { items: news, itemImages: newsImages } = createContentTables('news', 'news');

export const { items: blogPosts, itemImages: blogPostImages } = createContentTables('blog_posts', 'blog_post');

export const { items: albums, itemImages: albumImages } = createContentTables('albums', 'album');

export const tablesByArticleType: Readonly<Record<ArticleTypeName, ArticleTables>> = {
  news: { items: news, itemImages: newsImages },
  blog: { items: blogPosts, itemImages: blogPostImages },
  albums: { items: albums, itemImages: albumImages },
};

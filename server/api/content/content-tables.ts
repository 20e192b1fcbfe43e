import { boolean, index, integer, text } from 'drizzle-orm/pg-core';
import { instant, jsonb, localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';

/**
 * Creates the tables of a content type: one for its items, and `<item>_images` for the pictures of items.
 * @param item The singular of the name of the items.
 */
function createContentTables(name: string, item: string) {
  const items = siteTable(
    name,
    ['id'],
    {
      id: integer().notNull(),
      slug: localized(),
      title: localized(),
      /** Summary as plain text. */
      summary: localized(),
      /** Text as sanitised HTML. */
      html: localized(),
      publishedAt: instant().notNull(),
      updatedAt: instant().notNull(),
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
    (table) => [index().on(table.siteId, table.publishedAt), parentKey(table, table.imageId, images)],
  );
  const itemImages = siteTable(
    `${item}_images`,
    ['itemId', 'imageId'],
    {
      itemId: integer(`${item}_id`).notNull(),
      imageId: integer().notNull(),
      position: integer().notNull(),
    },
    (table) => [parentKey(table, table.itemId, items).onDelete('cascade'), parentKey(table, table.imageId, images)],
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

export const blogFolders = siteTable(
  'blog_folders',
  ['id'],
  {
    id: integer().notNull(),
    /** Id of the folder that contains the folder; null at the top of the blog. */
    parent: integer(),
    slug: localized(),
    name: localized(),
    /** The description in plain text. */
    description: localized(),
    imageId: integer(),
    position: integer().notNull(),
  },
  (table) => [parentKey(table, table.parent, table), parentKey(table, table.imageId, images)],
);

/** The folder of each blog post. Posts outside all folders have no row. */
export const blogPostFolderAssignments = siteTable(
  'blog_post_folders',
  ['blogPostId'],
  {
    blogPostId: integer().notNull(),
    folderId: integer().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.folderId),
    parentKey(table, table.blogPostId, blogPosts).onDelete('cascade'),
    parentKey(table, table.folderId, blogFolders),
  ],
);

export const albumMedia = siteTable(
  'album_media',
  ['albumId', 'position'],
  {
    albumId: integer().notNull(),
    position: integer().notNull(),
    /** The picture, or the poster of the video. */
    imageId: integer(),
    /** Id of the video file; null for a picture. */
    fileId: integer(),
    /** The caption in plain text. */
    caption: localized(),
  },
  (table) => [
    parentKey(table, table.albumId, albums).onDelete('cascade'),
    parentKey(table, table.imageId, images),
    parentKey(table, table.fileId, files),
  ],
);

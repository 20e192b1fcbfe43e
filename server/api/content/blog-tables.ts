import { type AnyPgColumn, foreignKey, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { images } from '#server/api/media/media-tables.ts';
import type { Localized } from '#shared/localized.ts';
import { blogPosts } from './content-tables.ts';

export const blogFolders = pgTable(
  'blog_folders',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    /** Id of the folder that contains the folder; null at the top of the blog. */
    parent: integer(),
    slug: jsonb().$type<Localized>().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    /** The description in plain text. */
    description: jsonb().$type<Localized>().notNull(),
    imageId: integer(),
    position: integer().notNull(),
  },
  (table): ReturnType<typeof primaryKey | typeof foreignKey>[] => [
    primaryKey({ columns: [table.siteId, table.id] }),
    foreignKey({
      columns: [table.siteId, table.parent],
      foreignColumns: [table.siteId as AnyPgColumn, table.id as AnyPgColumn],
    }),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
  ],
);

/** The folder of each blog post. Posts outside all folders have no row. */
export const blogPostFolderAssignments = pgTable(
  'blog_post_folders',
  {
    siteId: siteIdColumn(),
    blogPostId: integer().notNull(),
    folderId: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.blogPostId] }),
    index().on(table.siteId, table.folderId),
    foreignKey({
      columns: [table.siteId, table.blogPostId],
      foreignColumns: [blogPosts.siteId, blogPosts.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.siteId, table.folderId], foreignColumns: [blogFolders.siteId, blogFolders.id] }),
  ],
);

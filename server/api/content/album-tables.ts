import { foreignKey, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import type { Localized } from '#shared/localized.ts';
import { albums } from './content-tables.ts';

export const albumMedia = pgTable(
  'album_media',
  {
    siteId: siteIdColumn(),
    albumId: integer().notNull(),
    position: integer().notNull(),
    /** The picture, or the poster of the video. */
    imageId: integer(),
    /** Id of the video file; null for a picture. */
    fileId: integer(),
    /** The caption in plain text. */
    caption: jsonb().$type<Localized>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.albumId, table.position] }),
    foreignKey({ columns: [table.siteId, table.albumId], foreignColumns: [albums.siteId, albums.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.siteId, table.imageId], foreignColumns: [images.siteId, images.id] }),
    foreignKey({ columns: [table.siteId, table.fileId], foreignColumns: [files.siteId, files.id] }),
  ],
);

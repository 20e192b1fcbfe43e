import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { localized, now, siteTable } from '#server/api/database/sites-table.ts';

/** Images. Their bytes are in the file store under `hash`; SVGs are sanitised. */
export const images = siteTable(
  'images',
  ['id'],
  {
    id: integer().notNull(),
    /** Path below the site's media folder, or of an upload. Content refers to the image by this path. */
    path: text().notNull(),
    name: text().notNull(),
    alt: localized(),
    /** SHA-256 of the stored bytes, in hexadecimal. */
    hash: text().notNull(),
    /** Media type, such as `image/webp` or `image/svg+xml`. */
    type: text().notNull(),
    bytes: integer().notNull(),
    /** Width in pixels, after the EXIF orientation of the original has been applied. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Average colour as `#rrggbb`. */
    tint: text().notNull(),
  },
  (table) => [uniqueIndex().on(table.siteId, table.path), index().on(table.siteId, table.hash)],
);

/** Media files other than images: fonts, videos and PDFs. */
export const files = siteTable(
  'files',
  ['id'],
  {
    id: integer().notNull(),
    path: text().notNull(),
    /** The file name, from which a font's weight and style are inferred. */
    name: text().notNull(),
    hash: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
  },
  (table) => [uniqueIndex().on(table.siteId, table.path), index().on(table.siteId, table.hash)],
);

/**
 * Stored files to which a row of the site has ceased to refer, because it was deleted or has another content. Triggers
 * on `images` and `files` add them (migration `baseline`), so that they are recorded however a row is deleted
 * or changed. Days later, the job `delete-unused-files` deletes those files that no site uses any more.
 */
export const filesUnreferencedBySite = siteTable('unreferenced_files', ['hash'], {
  hash: text().notNull(),
  unreferencedSince: now(),
});

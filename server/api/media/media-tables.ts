import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';

/** Pictures. The bytes are in the store of originals under `hash`; an SVG's are the sanitised ones. */
export const images = pgTable(
  'images',
  {
    siteId: siteId(),
    id: integer().notNull(),
    /** Path below the site's media folder, or of an upload; by this content names a picture. */
    path: text().notNull(),
    name: text().notNull(),
    alt: jsonb().$type<Localized>().notNull(),
    /** SHA-256 of the stored bytes, in hex. */
    hash: text().notNull(),
    /** `image/webp`, `image/svg+xml`, … */
    type: text().notNull(),
    bytes: integer().notNull(),
    /** Pixels of the original, after its orientation is applied. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Dominant colour as `#rrggbb`. */
    tint: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.path),
    index().on(table.siteId, table.hash),
  ],
);

/** Fonts and videos; what is not a picture. */
export const files = pgTable(
  'files',
  {
    siteId: siteId(),
    id: integer().notNull(),
    path: text().notNull(),
    /** The file's own name; a font's weight and style are inferred from it. */
    name: text().notNull(),
    hash: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.path),
    index().on(table.siteId, table.hash),
  ],
);

import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';

export const tags = pgTable(
  'tags',
  {
    siteId: siteIdColumn(),
    slug: text().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.slug] })],
);

import { integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { ELabelInput } from '#shared/labels/e-label-input.ts';
import type { Localized } from '#shared/localized.ts';

/**
 * Electronic labels of wines. `productId` is not a foreign key, because a label must stay online after its product is
 * deleted. Product ids are never reused, so a label never refers to another product.
 */
export const eLabels = pgTable(
  'e_labels',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    productId: integer(),
    name: jsonb().$type<Localized>().notNull(),
    kind: text().$type<ELabelInput['kind']>().notNull(),
    vintage: integer(),
    /** Alcohol in percent by volume. */
    alcohol: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    ingredients: jsonb().$type<ELabelInput['ingredients']>().notNull(),
    /** Nutritional values per 100 ml. */
    nutrition: jsonb().$type<ELabelInput['nutrition']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

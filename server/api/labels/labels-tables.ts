import { integer, numeric, text } from 'drizzle-orm/pg-core';
import { jsonb, localized, siteTable } from '#server/api/database/sites-table.ts';
import type { ELabelInput } from '#shared/labels/e-label-input.ts';

/**
 * Electronic labels of wines. `productId` is not a foreign key, because a label must stay online after its product is
 * deleted. Product ids are never reused, so a label never refers to another product.
 */
export const eLabels = siteTable('e_labels', ['id'], {
  id: integer().notNull(),
  productId: integer(),
  name: localized(),
  kind: text().$type<ELabelInput['kind']>().notNull(),
  vintage: integer(),
  /** Alcohol in percent by volume. */
  alcohol: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
  ingredients: jsonb().$type<ELabelInput['ingredients']>().notNull(),
  /** Nutritional values per 100 ml. */
  nutrition: jsonb().$type<ELabelInput['nutrition']>().notNull(),
});

import { sql } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { VariationLabelInput } from '#shared/catalogue/catalogue-input.ts';
import { variationResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { refuse } from '#shared/outcome.ts';
import { variationLabels } from './classification-tables.ts';
import { variants } from './product-tables.ts';

export const toVariationRows = (list: readonly VariationLabelInput[]): RowsOfTable[] => [
  createTableRows(variationLabels, [...list]),
];

export const saveVariation = (tx: SiteTx, variation: VariationLabelInput) =>
  saveRowsAndNotify(tx, toVariationRows([variation]));

/** Deletes a variation, unless variants use it. Variants store its id in an array, which no foreign key checks. */
async function deleteVariation(tx: SiteTx, key: ItemKey): Promise<SaveOutcome> {
  const isUsed = sql`${variants.variations} @> ${JSON.stringify([key])}::jsonb`;
  if ((await tx.$count(variants, isUsed)) > 0) return refuse('still_referenced');
  return deleteRowByProperty(tx, variationLabels, 'id', key);
}

export const variationResource = defineResource({
  ...variationResourceSpec,
  table: variationLabels,
  save: saveVariation,
  remove: deleteVariation,
});

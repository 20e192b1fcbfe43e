import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import type { VariationInput } from '#shared/catalogue/catalogue-input.ts';
import { variations } from './classification-tables.ts';

export const variationRows = (list: readonly VariationInput[]): TableRows[] => [rowsOf(variations, [...list])];

export const saveVariation = (tx: SiteTx, variation: VariationInput) => saveAndNotify(tx, variationRows([variation]));

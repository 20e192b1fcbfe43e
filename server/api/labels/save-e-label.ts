import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { type ELabelInput, eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { eLabels } from './labels-tables.ts';

export const toELabelRows = (list: readonly ELabelInput[]): RowsOfTable[] => [createTableRows(eLabels, [...list])];

export const saveELabel = (tx: SiteTx, label: ELabelInput) => saveRows(tx, toELabelRows([label]));

export const eLabelResource = defineResource({
  ...eLabelResourceSpec,
  table: eLabels,
  save: saveELabel,
});

import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { AwardInput } from '#shared/catalogue/catalogue-input.ts';
import { awardResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { awards } from './classification-tables.ts';

export const toAwardRows = (list: readonly AwardInput[]): RowsOfTable[] => [createTableRows(awards, [...list])];

export const saveAward = (tx: SiteTx, award: AwardInput) => saveRowsAndNotify(tx, toAwardRows([award]));

export const awardResource = defineResource({
  ...awardResourceSpec,
  table: awards,
  save: saveAward,
});

import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { MealIconInput } from '#shared/catalogue/catalogue-input.ts';
import { mealIconResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { mealIcons } from './classification-tables.ts';

export const toMealIconRows = (list: readonly MealIconInput[]): RowsOfTable[] => [
  createTableRows(mealIcons, [...list]),
];

export const saveMealIcon = (tx: SiteTx, icon: MealIconInput) => saveRowsAndNotify(tx, toMealIconRows([icon]));

export const mealIconResource = defineResource({
  ...mealIconResourceSpec,
  table: mealIcons,
  save: saveMealIcon,
});

import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { MealIconInput } from '#shared/catalogue/catalogue-input.ts';
import { mealIcons } from './classification-tables.ts';

export const toMealIconRows = (list: readonly MealIconInput[]): TableRows[] => [createTableRows(mealIcons, [...list])];

export const saveMealIcon = (tx: SiteTx, icon: MealIconInput) => saveRowsAndNotify(tx, toMealIconRows([icon]));

export const mealIconResource = defineResource({
  name: 'meal-icon',
  table: mealIcons,
  key: 'id',
  keys: 'assigned',
  input: MealIconInput,
  save: saveMealIcon,
});

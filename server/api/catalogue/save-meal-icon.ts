import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import type { MealIconInput } from '#shared/catalogue/catalogue-input.ts';
import { mealIcons } from './classification-tables.ts';

export const mealIconRows = (list: readonly MealIconInput[]): TableRows[] => [rowsOf(mealIcons, [...list])];

export const saveMealIcon = (tx: SiteTx, icon: MealIconInput) => saveAndNotify(tx, mealIconRows([icon]));

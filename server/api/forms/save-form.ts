import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { FormInput } from '#shared/forms/form-input.ts';
import { formResourceSpec } from '#shared/forms/forms-resource-specs.ts';
import { forms } from './forms-tables.ts';

export const toFormRows = (list: readonly FormInput[]): TableRows[] => [createTableRows(forms, [...list])];

export const saveForm = (tx: SiteTx, form: FormInput) => saveRowsAndNotify(tx, toFormRows([form]));

export const formResource = defineResource({
  ...formResourceSpec,
  table: forms,
  save: saveForm,
});

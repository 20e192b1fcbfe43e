import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { FormInput } from '#shared/forms/form-input.ts';
import { forms } from './forms-tables.ts';

export const toFormRows = (list: readonly FormInput[]): TableRows[] => [createTableRows(forms, [...list])];

export const saveForm = (tx: SiteTx, form: FormInput) => saveRowsAndNotify(tx, toFormRows([form]));

export const formResource = defineResource({
  name: 'form',
  table: forms,
  key: 'id',
  keys: 'assigned',
  input: FormInput,
  save: saveForm,
});

import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { resource } from '#server/api/resources/resource.ts';
import { FormInput } from '#shared/forms/form-input.ts';
import { forms } from './forms-tables.ts';

export const toFormRows = (list: readonly FormInput[]): TableRows[] => [rowsOf(forms, [...list])];

export const saveForm = (tx: SiteTx, form: FormInput) => saveAndNotify(tx, toFormRows([form]));

export const formResource = resource({
  name: 'form',
  table: forms,
  key: 'id',
  keys: 'assigned',
  input: FormInput,
  save: saveForm,
});

import { sql } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { readNewsletterLists } from '#server/api/newsletter/newsletter.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { findFormNewsletterIssues } from '#shared/forms/find-form-newsletter-issues.ts';
import type { FormInput } from '#shared/forms/form-input.ts';
import { formResourceSpec } from '#shared/forms/forms-resource-specs.ts';
import { refuse } from '#shared/outcome.ts';
import { forms } from './forms-tables.ts';

export const toFormRows = (list: readonly FormInput[]): TableRows[] => [createTableRows(forms, [...list])];

/**
 * Saves a form. Refuses a consent field whose newsletter list does not exist, or whose label does not name the list to
 * which it subscribes.
 */
export async function saveForm(tx: SiteTx, form: FormInput): Promise<SaveOutcome> {
  const issues = findFormNewsletterIssues(form.fields, await readNewsletterLists(tx));
  return issues.length > 0
    ? { ...refuse('invalid_input'), input: form, issues }
    : saveRowsAndNotify(tx, toFormRows([form]));
}

/** Checks whether any form has a consent field that subscribes to the newsletter list. */
export async function isNewsletterListInForms(tx: SiteTx, listId: number): Promise<boolean> {
  const field = JSON.stringify([{ type: 'consent', newsletterList: listId }]);
  return (await tx.$count(forms, sql`${forms.fields} @> ${field}::jsonb`)) > 0;
}

export const formResource = defineResource({
  ...formResourceSpec,
  table: forms,
  save: saveForm,
});

import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { readNewsletterLists } from '#server/api/newsletter/newsletter.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { createStillUsedRefusal } from '#server/api/resources/resource.ts';
import {
  type FormDefinitionInput,
  findNewsletterConsentIssues,
  formResourceSpec,
} from '#shared/forms/form-definition-input.ts';
import type { Localized } from '#shared/localized.ts';
import type { NewsletterListInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { refuse } from '#shared/outcome.ts';
import { forms } from './forms-tables.ts';

const offersNewsletterList = (listId: number) =>
  sql`${forms.fields} @> ${JSON.stringify([{ type: 'consent', newsletterList: listId }])}::jsonb`;

export const isNewsletterListInForms = async (tx: SiteTx, listId: number): Promise<boolean> =>
  (await tx.$count(forms, offersNewsletterList(listId))) > 0;

/** Lists the titles of the forms that subscribe to a newsletter list without naming it in the label. */
export async function listFormsOmittingName(
  tx: SiteTx,
  list: Pick<NewsletterListInput, 'id' | 'name'>,
): Promise<Localized[]> {
  // Without the lock, another transaction could save a form with the old name before the list's new name is saved.
  const rows = await tx.select().from(forms).where(offersNewsletterList(list.id)).orderBy(forms.id).for('update');
  const fieldsOfList = (fields: FormDefinitionInput['fields']) =>
    fields.filter((field) => field.type === 'consent' && field.newsletterList === list.id);
  return rows.flatMap(({ title, fields }) =>
    findNewsletterConsentIssues(fieldsOfList(fields), [list]).length > 0 ? [title] : [],
  );
}

type ListTitlesOfPagesWithForm = (tx: SiteTx, formId: number) => Promise<Localized[]>;

/** Deletes a form unless a page shows it. */
async function deleteForm(
  tx: SiteTx,
  id: number,
  listPagesWithForm: ListTitlesOfPagesWithForm,
): Promise<SaveOutcome<'still_used_by'>> {
  // A transaction that saves a page with this form holds a lock on the form until its commit, so the next query cannot
  // miss that page.
  await tx.select({ id: forms.id }).from(forms).where(eq(forms.id, id)).for('update');
  const titles = await listPagesWithForm(tx, id);
  return titles.length > 0
    ? createStillUsedRefusal(tx, 'still_used_by', titles)
    : deleteRowByProperty(tx, forms, 'id', id);
}

/**
 * Forms. A consent field must name an existing newsletter list in its label.
 * @param listPagesWithForm Lists the titles of the pages that show a form. It is injected, because forms must
 * not depend on pages.
 */
export const defineFormResource = (listPagesWithForm: ListTitlesOfPagesWithForm) =>
  definePlainResource(formResourceSpec, forms, {
    findRefusal: async (tx, form) => {
      const issues = findNewsletterConsentIssues(form.fields, await readNewsletterLists(tx));
      return issues.length > 0 ? { ...refuse('invalid_input'), input: form, issues } : null;
    },
    remove: (tx, key) => deleteForm(tx, Number(key), listPagesWithForm),
  });

import { eq } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import { deleteRow, type SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { NewsletterListInput } from '#shared/newsletter/newsletter-list-input.ts';
import { newsletterListResourceSpec } from '#shared/newsletter/newsletter-resource-specs.ts';
import { refuse } from '#shared/outcome.ts';
import { newsletterLists, newsletterSubscriptions } from './newsletter-tables.ts';

export const toNewsletterListRows = (list: readonly NewsletterListInput[]): TableRows[] => [
  createTableRows(newsletterLists, [...list]),
];

export const saveNewsletterList = (tx: SiteTx, list: NewsletterListInput) =>
  saveRowsAndNotify(tx, toNewsletterListRows([list]));

type IsNewsletterListUsed = (tx: SiteTx, listId: number) => Promise<boolean>;

/**
 * Deletes a newsletter list that has no subscriptions, which are proofs of consent and would be deleted with the list,
 * and that no form offers.
 */
async function deleteNewsletterList(tx: SiteTx, key: ItemKey, isInForms: IsNewsletterListUsed): Promise<SaveOutcome> {
  if (await isInForms(tx, Number(key))) return refuse('still_referenced');
  if ((await tx.$count(newsletterSubscriptions, eq(newsletterSubscriptions.listId, Number(key)))) > 0)
    return refuse('still_referenced');
  return deleteRow(tx, newsletterLists, 'id', key);
}

/**
 * Creates the resource of the newsletter lists.
 * @param isInForms Checks whether a form offers a newsletter list. It is injected, because the newsletter domain must not depend
 * on forms.
 */
export const createNewsletterListResource = (isInForms: IsNewsletterListUsed) =>
  defineResource({
    ...newsletterListResourceSpec,
    table: newsletterLists,
    save: saveNewsletterList,
    remove: (tx, key) => deleteNewsletterList(tx, key, isInForms),
  });

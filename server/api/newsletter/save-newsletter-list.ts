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

/**
 * A newsletter list is never deleted, because its subscriptions, which are proofs of consent, would be deleted with it.
 */
async function deleteNewsletterList(tx: SiteTx, key: ItemKey): Promise<SaveOutcome> {
  if ((await tx.$count(newsletterSubscriptions, eq(newsletterSubscriptions.listId, Number(key)))) > 0)
    return refuse('still_referenced');
  return deleteRow(tx, newsletterLists, 'id', key);
}

export const newsletterListResource = defineResource({
  ...newsletterListResourceSpec,
  table: newsletterLists,
  save: saveNewsletterList,
  remove: deleteNewsletterList,
});

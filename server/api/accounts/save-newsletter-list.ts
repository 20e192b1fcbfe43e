import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import type { NewsletterListInput } from '#shared/accounts/newsletter-list-input.ts';
import { newsletterLists } from './accounts-tables.ts';

export const newsletterListRows = (list: readonly NewsletterListInput[]): TableRows[] => [
  rowsOf(newsletterLists, [...list]),
];

export const saveNewsletterList = (tx: SiteTx, list: NewsletterListInput) =>
  saveAndNotify(tx, newsletterListRows([list]));

import { createPublicationNotifier } from '#server/api/changes/publication-notifier.ts';
import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { tablesByArticleType } from './content-tables.ts';

/** Notifies the storefronts when an article reaches its publication date. */
export const contentPublicationStorefrontNotifier = createPublicationNotifier(
  'announce-content',
  Object.values(tablesByArticleType).map(({ items }) => items),
);

/** Saves the rows of a content item, and schedules the notification of the next publication. */
export async function saveContentRows(tx: SiteTx, tables: readonly RowsOfTable[]): Promise<SaveOutcome> {
  const outcome = await saveRowsAndNotify(tx, tables);
  if (outcome.ok) await contentPublicationStorefrontNotifier.queueNext(tx);
  return outcome;
}

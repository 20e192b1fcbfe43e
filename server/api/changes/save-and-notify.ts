import { itemsOf, type RowRef, raiseRevisions } from '#server/api/database/row-revisions.ts';
import { type SaveOutcome, saveRows } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { TableRows } from '#server/api/database/table-rows.ts';
import { notifySiteChanged } from './notify-site-changed.ts';

/**
 * Saves rows that pages show, raises the revisions of the saved items and notifies the storefronts.
 *
 * @param items by default the rows of the first table
 */
export async function saveAndNotify(
  tx: SiteTx,
  tables: readonly TableRows[],
  items: readonly RowRef[] = itemsOf(tables),
): Promise<SaveOutcome> {
  const outcome = await saveRows(tx, tables);
  if (!outcome.ok) return outcome;
  await raiseRevisions(tx, items);
  await notifySiteChanged(tx);
  return outcome;
}

import { type ItemRef, raiseItemRevisions, toSavedItemRefs } from '#server/api/database/row-revisions.ts';
import { type SaveOutcome, saveRows } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { notifySiteChanged } from './notify-site-changed.ts';

/**
 * Saves rows whose content pages show, raises the revisions of the saved items and notifies the storefronts.
 * @param items The saved items; by default the rows of the first table that has rows.
 */
export async function saveRowsAndNotify(
  tx: SiteTx,
  tables: readonly RowsOfTable[],
  items: readonly ItemRef[] = toSavedItemRefs(tables),
): Promise<SaveOutcome> {
  const outcome = await saveRows(tx, tables);
  if (!outcome.ok) return outcome;
  await raiseItemRevisions(tx, items);
  await notifySiteChanged(tx);
  return outcome;
}

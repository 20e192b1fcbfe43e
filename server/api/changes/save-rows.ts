import { type ItemRef, raiseItemRevisions, toSavedItemRefs } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  type RowsOfTable,
  type SaveOutcome,
  saveRowsWithoutRaisingRevisions,
} from '#server/api/database/table-rows.ts';
import { notifySiteChanged } from './notify-site-changed.ts';

/**
 * Saves rows whose content pages show, raises the revisions of the saved items and notifies the storefronts.
 * @param items The saved items; by default the rows of the first table that has rows.
 */
export async function saveRows(
  tx: SiteTx,
  tables: readonly RowsOfTable[],
  items: readonly ItemRef[] = toSavedItemRefs(tables),
): Promise<SaveOutcome> {
  const outcome = await saveRowsWithoutRaisingRevisions(tx, tables);
  if (!outcome.ok) return outcome;
  await raiseItemRevisions(tx, items);
  await notifySiteChanged(tx);
  return outcome;
}

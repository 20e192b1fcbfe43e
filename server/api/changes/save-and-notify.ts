import { type SaveOutcome, saveRows } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { TableRows } from '#server/api/database/table-rows.ts';
import { notifySiteChanged } from './notify-site-changed.ts';

/** Saves rows that pages show, and notifies the storefronts. */
export async function saveAndNotify(tx: SiteTx, tables: readonly TableRows[]): Promise<SaveOutcome> {
  const outcome = await saveRows(tx, tables);
  if (outcome.ok) await notifySiteChanged(tx);
  return outcome;
}

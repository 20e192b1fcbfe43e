import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import type { TagInput } from '#shared/catalogue/catalogue-input.ts';
import { tags } from './classification-tables.ts';
import { updateSearchTexts } from './update-search-texts.ts';

export const tagRows = (list: readonly TagInput[]): TableRows[] => [rowsOf(tags, [...list])];

/** Saves a tag and updates the search text of its products. */
export async function saveTag(tx: SiteTx, tag: TagInput): Promise<SaveOutcome> {
  const outcome = await saveAndNotify(tx, tagRows([tag]));
  if (outcome.ok) await updateSearchTexts(tx, [tag.slug]);
  return outcome;
}

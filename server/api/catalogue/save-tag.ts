import { eq } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import type { TagInput } from '#shared/catalogue/catalogue-input.ts';
import { tagResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { productTagLinks } from './classification-tables.ts';
import { updateSearchTextsOfProducts, updateSearchTextsOfTags } from './update-search-texts.ts';

export const toTagRows = (list: readonly TagInput[]): RowsOfTable[] => [createTableRows(tags, [...list])];

/** Saves a tag, and updates the search text of its products, which contains the tag's label. */
export async function saveTag(tx: SiteTx, tag: TagInput): Promise<SaveOutcome> {
  const outcome = await saveRowsAndNotify(tx, toTagRows([tag]));
  if (outcome.ok) await updateSearchTextsOfTags(tx, [tag.slug]);
  return outcome;
}

/** Deletes a tag, removes it from its products and updates their search text. */
async function deleteTag(tx: SiteTx, slug: ItemKey): Promise<SaveOutcome> {
  const tagged = await tx
    .select({ id: productTagLinks.productId })
    .from(productTagLinks)
    .where(eq(productTagLinks.tag, String(slug)));
  const outcome = await deleteRowByProperty(tx, tags, 'slug', slug);
  if (outcome.ok)
    await updateSearchTextsOfProducts(
      tx,
      tagged.map(({ id }) => id),
    );
  return outcome;
}

export const tagResource = defineResource({
  ...tagResourceSpec,
  table: tags,
  save: saveTag,
  remove: deleteTag,
});

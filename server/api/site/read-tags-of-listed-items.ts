import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/site-tables.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';

/**
 * Reads the tags of the items of a list in the estate's order. Slugs without a row in `tags` have no label and are left
 * out.
 * @param items The table of the items and its column with the slugs of their tags.
 */
export async function readTagsOfListedItems(
  tx: SiteTx,
  items: { table: PgTable; column: PgColumn },
  where: SQL | undefined,
  pickLanguage: PickLocalizedText,
): Promise<ListFilterTag[]> {
  const used = tx
    .select({ slug: sql`jsonb_array_elements_text(${items.column})` })
    .from(items.table)
    .where(where);
  const rows = await tx
    .select({ slug: tags.slug, label: tags.label })
    .from(tags)
    .where(inArray(tags.slug, used))
    .orderBy(asc(tags.position), asc(tags.slug));
  return rows.map(({ slug, label }) => ({ slug, label: pickLanguage(label) }));
}

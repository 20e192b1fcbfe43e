import { isDeepStrictEqual } from 'node:util';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import type { DataOfContentFile } from './content-schema.ts';

/**
 * Finds the slugs of tags that staff have renamed. Search texts that an import has written contain the tags' labels
 * from the folder instead of the new labels, so these search texts must be updated.
 */
export async function findSlugsOfRelabelledTags(
  tx: SiteTx,
  folderTags: DataOfContentFile<'tags.json'>,
): Promise<string[]> {
  const labels = new Map(folderTags.map(({ slug, label }) => [slug, label]));
  const stored = await tx.select({ slug: tags.slug, label: tags.label }).from(tags);
  return stored
    .filter(({ slug, label }) => labels.has(slug) && !isDeepStrictEqual(labels.get(slug), label))
    .map(({ slug }) => slug);
}

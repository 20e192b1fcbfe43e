import { isDeepStrictEqual } from 'node:util';
import { tags } from '#server/api/catalogue/classification-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ContentOf } from './content-schema.ts';

/** The tags that staff renamed. The search texts that an import writes have the labels of the folder instead. */
export async function renamedTags(tx: SiteTx, filed: ContentOf<'tags.json'>): Promise<string[]> {
  const labels = new Map(filed.map(({ slug, label }) => [slug, label]));
  const stored = await tx.select({ slug: tags.slug, label: tags.label }).from(tags);
  return stored
    .filter(({ slug, label }) => labels.has(slug) && !isDeepStrictEqual(labels.get(slug), label))
    .map(({ slug }) => slug);
}

import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { tagResourceSpec, variationResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { refuse } from '#shared/outcome.ts';
import { productTagLinks, variants, variationLabels } from './catalogue-tables.ts';
import { updateSearchTextsOfProducts, updateSearchTextsOfTags } from './update-search-texts.ts';

/** Tags. The search text of a product contains the labels of its tags. */
const tagResource = definePlainResource(tagResourceSpec, tags, {
  onSaved: (tx, { slug }) => updateSearchTextsOfTags(tx, [slug]),
  remove: deleteTag,
});

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

/** Variations. Variants store their ids in an array, which no foreign key checks. */
const variationResource = definePlainResource(variationResourceSpec, variationLabels, {
  remove: async (tx, key) => {
    const isUsed = sql`${variants.variations} @> ${JSON.stringify([key])}::jsonb`;
    if ((await tx.$count(variants, isUsed)) > 0) return refuse('still_referenced');
    return deleteRowByProperty(tx, variationLabels, 'id', key);
  },
});

export const classificationResources = [tagResource, variationResource];

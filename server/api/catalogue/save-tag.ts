import { eq, sql } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import {
  type AwardInput,
  awardResourceSpec,
  type MealIconInput,
  mealIconResourceSpec,
  type TagInput,
  tagResourceSpec,
  type VariationLabelInput,
  variationResourceSpec,
} from '#shared/catalogue/catalogue-input.ts';
import { refuse } from '#shared/outcome.ts';
import { awards, mealIcons, productTagLinks, variationLabels } from './classification-tables.ts';
import { variants } from './product-tables.ts';
import { updateSearchTextsOfProducts, updateSearchTextsOfTags } from './update-search-texts.ts';

export const toTagRows = (list: readonly TagInput[]): RowsOfTable[] => [createTableRows(tags, [...list])];

/** Saves a tag, and updates the search text of its products, which contains the tag's label. */
export async function saveTag(tx: SiteTx, tag: TagInput): Promise<SaveOutcome> {
  const outcome = await saveRows(tx, toTagRows([tag]));
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

export const toAwardRows = (list: readonly AwardInput[]): RowsOfTable[] => [createTableRows(awards, [...list])];

export const saveAward = (tx: SiteTx, award: AwardInput) => saveRows(tx, toAwardRows([award]));

export const awardResource = defineResource({
  ...awardResourceSpec,
  table: awards,
  save: saveAward,
});

export const toMealIconRows = (list: readonly MealIconInput[]): RowsOfTable[] => [
  createTableRows(mealIcons, [...list]),
];

export const saveMealIcon = (tx: SiteTx, icon: MealIconInput) => saveRows(tx, toMealIconRows([icon]));

export const mealIconResource = defineResource({
  ...mealIconResourceSpec,
  table: mealIcons,
  save: saveMealIcon,
});

export const toVariationRows = (list: readonly VariationLabelInput[]): RowsOfTable[] => [
  createTableRows(variationLabels, [...list]),
];

export const saveVariation = (tx: SiteTx, variation: VariationLabelInput) => saveRows(tx, toVariationRows([variation]));

/** Deletes a variation, unless variants use it. Variants store its id in an array, which no foreign key checks. */
async function deleteVariation(tx: SiteTx, key: ItemKey): Promise<SaveOutcome> {
  const isUsed = sql`${variants.variations} @> ${JSON.stringify([key])}::jsonb`;
  if ((await tx.$count(variants, isUsed)) > 0) return refuse('still_referenced');
  return deleteRowByProperty(tx, variationLabels, 'id', key);
}

export const variationResource = defineResource({
  ...variationResourceSpec,
  table: variationLabels,
  save: saveVariation,
  remove: deleteVariation,
});

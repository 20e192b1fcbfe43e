import { inArray } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SaveOutcome } from '#server/api/database/table-rows.ts';
import { readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { tags } from '#server/api/site/site-tables.ts';
import { findReferenceIssuesOfProduct } from '#shared/catalogue/find-reference-issues-of-product.ts';
import { findTooDistantPrices } from '#shared/catalogue/planned-price.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import { refuse } from '#shared/outcome.ts';
import { queueNextPriceChange } from './next-price-change.ts';
import { recordPriceHistory } from './price-history.ts';
import { findExistingProductReferences } from './product-references.ts';
import { toProductRows } from './product-rows.ts';
import { boxContents } from './product-tables.ts';

/**
 * Saves a product with its variants, tags and images, and records changed prices. Omitted variants are deleted; omitted
 * tags and images are only removed from the product. After a refusal the transaction must be rolled back.
 */
export async function saveProduct(tx: SiteTx, product: ProductInput): Promise<SaveOutcome<'invalid_input'>> {
  const refusal = refuseFirstItemIssue(
    findReferenceIssuesOfProduct(product, await findExistingProductReferences(tx, product)),
  );
  if (refusal) return refusal;
  if (await isArchivedVariantInBox(tx, product)) return refuse('still_referenced', { values: { field: 'variants' } });
  const outcome = await insertCheckedProducts(tx, [product]);
  if (outcome.ok) await recordPriceHistory(tx);
  return outcome;
}

/** Saves products whose references the caller has checked. The caller records the price history. */
export async function insertCheckedProducts(
  tx: SiteTx,
  list: readonly ProductInput[],
): Promise<SaveOutcome<'invalid_input'>> {
  const now = new Date();
  for (const product of list) {
    const issues = findTooDistantPrices(product.variants, now).map(toSchemaIssue);
    if (issues.length > 0) return { ...refuse('invalid_input'), input: product, issues };
  }
  const descriptions = list.map(({ description }) => description);
  const slugs = list.flatMap((product) => product.tags);
  const context = {
    findPicture: await readEmbeddedImageLookup(tx, ...descriptions),
    tagLabels: await readTagLabels(tx, [...new Set(slugs)]),
    now,
  };
  const outcome = await saveRows(tx, toProductRows(list, context));
  if (outcome.ok) await queueNextPriceChange(tx);
  return outcome;
}

/** Checks whether a box contains a variant that the input archives. The box could no longer be sold. */
async function isArchivedVariantInBox(tx: SiteTx, product: ProductInput): Promise<boolean> {
  const archivedIds = product.variants.filter(({ isArchived }) => isArchived).map(({ id }) => id);
  return archivedIds.length > 0 && (await tx.$count(boxContents, inArray(boxContents.variantId, archivedIds))) > 0;
}

async function readTagLabels(tx: SiteTx, slugs: readonly string[]) {
  if (slugs.length === 0) return new Map();
  const rows = await tx
    .select({ slug: tags.slug, label: tags.label })
    .from(tags)
    .where(inArray(tags.slug, [...slugs]));
  return new Map(rows.map(({ slug, label }) => [slug, label]));
}

import { and, eq, inArray, ne } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import { findMissingIds } from '#server/api/database/missing-ids.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files } from '#server/api/media/media-tables.ts';
import { readEmbeddedImages } from '#server/api/media/read-text-images.ts';
import { tags } from '#server/api/site/tag-tables.ts';
import { findPricesPlannedTooFarAhead } from '#shared/catalogue/planned-price.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import { refuse } from '#shared/outcome.ts';
import { variations } from './classification-tables.ts';
import { queueNextPriceChange } from './next-price-change.ts';
import { recordPriceHistory } from './price-history.ts';
import { toProductRows } from './product-rows.ts';
import { boxContents, products, variants } from './product-tables.ts';

/**
 * Saves a product with its variants, tags and images, and records changed prices. Variants, tags and images that the
 * input leaves out are deleted. After a refusal the transaction must be rolled back.
 */
export async function saveProduct(tx: SiteTx, product: ProductInput): Promise<SaveOutcome> {
  if (await hasForeignVariant(tx, product)) return refuse('already_exists', { values: { field: 'variants' } });
  if (await isArchivedVariantInBox(tx, product)) return refuse('still_referenced', { values: { field: 'variants' } });
  const field = await findUnknownReference(tx, product);
  if (field) return refuse('unknown_reference', { values: { field } });
  const outcome = await saveCheckedProducts(tx, [product]);
  if (outcome.ok) await recordPriceHistory(tx);
  return outcome;
}

/** Saves products whose references the caller has checked. The caller records the price history. */
export async function saveCheckedProducts(tx: SiteTx, list: readonly ProductInput[]): Promise<SaveOutcome> {
  const now = new Date();
  for (const product of list) {
    const issues = findPricesPlannedTooFarAhead(product.variants, now).map(toSchemaIssue);
    if (issues.length > 0) return { ...refuse('invalid_input'), input: product, issues };
  }
  const descriptions = list.map(({ description }) => description);
  const slugs = list.flatMap((product) => product.tags);
  const context = {
    findPicture: await readEmbeddedImages(tx, ...descriptions),
    tagLabels: await readTagLabels(tx, [...new Set(slugs)]),
    now,
  };
  const outcome = await saveRowsAndNotify(tx, toProductRows(list, context));
  if (outcome.ok) await queueNextPriceChange(tx);
  return outcome;
}

/**
 * Checks whether one of the variant ids belongs to another product. Saving would move that variant to this product.
 */
async function hasForeignVariant(tx: SiteTx, product: ProductInput): Promise<boolean> {
  const ids = product.variants.map((variant) => variant.id);
  return (await tx.$count(variants, and(inArray(variants.id, ids), ne(variants.productId, product.id)))) > 0;
}

/** Checks whether a box contains a variant that the input archives. The box could no longer be sold. */
async function isArchivedVariantInBox(tx: SiteTx, product: ProductInput): Promise<boolean> {
  const archivedIds = product.variants.filter(({ isArchived }) => isArchived).map(({ id }) => id);
  return archivedIds.length > 0 && (await tx.$count(boxContents, inArray(boxContents.variantId, archivedIds))) > 0;
}

/** Returns the input field that refers to a missing row, among the references that no foreign key checks. */
async function findUnknownReference(tx: SiteTx, product: ProductInput): Promise<string | null> {
  const { videos, boxContents } = product;
  const variationIds = product.variants.flatMap((variant) => variant.variations);
  if ((await findMissingIds(tx, variations, variationIds)).length > 0) return 'variants';
  const videoFiles = videos.flatMap((video) => ('file' in video ? [video.file] : []));
  if ((await findMissingIds(tx, files, videoFiles)).length > 0) return 'videos';
  const contents = [...new Set(boxContents.map(({ variantId }) => variantId))];
  return (await countBottles(tx, contents)) < contents.length ? 'boxContents' : null;
}

/**
 * Counts the variants that a box can contain. Boxes cannot contain boxes, because their stock and weight are computed
 * from their bottles.
 */
async function countBottles(tx: SiteTx, variantIds: readonly number[]): Promise<number> {
  if (variantIds.length === 0) return 0;
  const rows = await tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.id, [...variantIds]), eq(products.type, 'WINE'), eq(variants.isArchived, false)));
  return rows.length;
}

async function readTagLabels(tx: SiteTx, slugs: readonly string[]) {
  if (slugs.length === 0) return new Map();
  const rows = await tx
    .select({ slug: tags.slug, label: tags.label })
    .from(tags)
    .where(inArray(tags.slug, [...slugs]));
  return new Map(rows.map(({ slug, label }) => [slug, label]));
}

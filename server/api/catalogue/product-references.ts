import { and, eq, inArray, ne, notInArray } from 'drizzle-orm';
import { lockExistingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files } from '#server/api/media/media-tables.ts';
import { tags } from '#server/api/site/site-tables.ts';
import type { KnownProductAttributes } from '#shared/catalogue/find-reference-issues-of-product.ts';
import { kindsOtherThanDrinks } from '#shared/catalogue/product-enums.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { mealIcons, products, variants, variationLabels } from './catalogue-tables.ts';

export async function findExistingProductAttributes(
  tx: SiteTx,
  list: readonly ProductInput[],
): Promise<KnownProductAttributes> {
  const videoFiles = list.flatMap(({ videos }) => videos.flatMap((video) => ('file' in video ? [video.file] : [])));
  const icons = list.flatMap((product) => product.mealIcons);
  const variationIds = list.flatMap((product) => product.variants.flatMap((variant) => variant.variations));
  return {
    files: await lockExistingIds(tx, files, videoFiles),
    mealIcons: await lockExistingIds(tx, mealIcons, icons),
    variations: await lockExistingIds(tx, variationLabels, variationIds),
    tags: await findTags(tx, [...new Set(list.flatMap((product) => product.tags))]),
  };
}

async function findTags(tx: SiteTx, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await tx
    .select({ slug: tags.slug })
    .from(tags)
    .where(inArray(tags.slug, [...slugs]));
  return new Set(rows.map(({ slug }) => slug));
}

/** Finds which of the variants a box may contain, as `listBoxableVariantIds` does for a product. */
export async function filterBoxVariants(tx: SiteTx, variantIds: readonly number[]): Promise<Set<number>> {
  if (variantIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        inArray(variants.id, [...new Set(variantIds)]),
        notInArray(products.kind, [...kindsOtherThanDrinks]),
        eq(variants.isArchived, false),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Reads the stored data with which `findReferenceIssuesOfProduct` checks an input. The product itself counts as existing,
 * because a new product may recommend itself.
 */
export async function findExistingProductReferences(tx: SiteTx, product: ProductInput) {
  const { id, recommended, boxContents } = product;
  return {
    ...(await findExistingProductAttributes(tx, [product])),
    products: (await lockExistingIds(tx, products, recommended)).add(id),
    bottles: await filterBoxVariants(
      tx,
      boxContents.map(({ variantId }) => variantId),
    ),
    variantOwners: await findVariantOwners(tx, product),
  };
}

/** Finds the other products that have one of the variants: their ids by the id of the variant. */
async function findVariantOwners(tx: SiteTx, product: ProductInput): Promise<Map<number, number>> {
  const ids = product.variants.map(({ id }) => id);
  const rows = await tx
    .select({ id: variants.id, productId: variants.productId })
    .from(variants)
    .where(and(inArray(variants.id, ids), ne(variants.productId, product.id)));
  return new Map(rows.map(({ id, productId }) => [id, productId]));
}

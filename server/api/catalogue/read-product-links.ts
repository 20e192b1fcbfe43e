import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { readProductImageIds, readVisibleSlugs } from './product-repository.ts';
import { readImageIdsOfVariants } from './variant-repository.ts';

interface ProductLinks {
  /** Slugs by product id, of those products that customers still see. */
  slugs: ReadonlyMap<number, string>;
  /** Returns the variant's own image, otherwise its product's main image, also for products that are hidden by now. */
  imageOf(productId: number, variantId: number): Image | null;
}

/** Reads slugs and images for order lines. A deleted product has neither, a hidden one no slug. */
export async function readProductLinks(
  tx: SiteTx,
  lines: readonly { productId: number; variantId: number }[],
  pickLanguage: (text: Localized) => string,
): Promise<ProductLinks> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  if (productIds.length === 0) return { slugs: new Map(), imageOf: () => null };
  const slugs = new Map((await readVisibleSlugs(tx, productIds)).map(({ id, slug }) => [id, slug]));
  const main = new Map((await readProductImageIds(tx, productIds, true)).map((row) => [row.productId, row.imageId]));
  const ownRows = await readImageIdsOfVariants(tx, [...new Set(lines.map(({ variantId }) => variantId))]);
  const own = new Map(ownRows.map(({ id, imageId }) => [id, imageId]));
  const images = await readImagesById(tx, [...main.values(), ...own.values()], pickLanguage);
  return {
    slugs,
    imageOf: (productId, variantId) => {
      const id = own.get(variantId) ?? main.get(productId);
      return (id != null && images.get(id)) || null;
    },
  };
}

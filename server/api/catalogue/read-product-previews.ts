import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { imagesById } from '#server/api/media/media.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { readProductImages, readSlugs, readVariantImages } from './product-repository.ts';

/** How a product that is still sold is shown and reached. */
export interface ProductPreviews {
  /** Product → the slug of its page. */
  slugs: ReadonlyMap<number, string>;
  /** The picture of a declination: its own, else the main one of its product; null for none. */
  imageOf(idProduct: number, idDeclination: number): Image | null;
}

/** The faces of what somebody once bought; products that are gone have none. */
export async function readProductPreviews(
  tx: SiteTx,
  sold: readonly { idProduct: number; idDeclination: number }[],
  pickLanguage: (text: Localized) => string,
): Promise<ProductPreviews> {
  const productIds = [...new Set(sold.map(({ idProduct }) => idProduct))];
  if (productIds.length === 0) return { slugs: new Map(), imageOf: () => null };
  const slugs = new Map((await readSlugs(tx, productIds)).map(({ id, slug }) => [id, slug]));
  const main = new Map((await readProductImages(tx, productIds, true)).map((row) => [row.productId, row.imageId]));
  const ownRows = await readVariantImages(tx, [...new Set(sold.map(({ idDeclination }) => idDeclination))]);
  const own = new Map(ownRows.map(({ id, imageId }) => [id, imageId]));
  const images = await imagesById(tx, [...main.values(), ...own.values()], pickLanguage);
  return {
    slugs,
    imageOf: (idProduct, idDeclination) => {
      const id = own.get(idDeclination) ?? main.get(idProduct);
      return (id != null && images.get(id)) || null;
    },
  };
}

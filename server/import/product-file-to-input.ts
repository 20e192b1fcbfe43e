import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ProductFile } from './content-schema.ts';
import type { ImportPathResolvers } from './row-context.ts';

/** Converts the content of a product file to the input of `saveProduct`, in which media are ids instead of paths. */
export function productFileToInput(file: ProductFile, { idOf, imageOf }: ImportPathResolvers): ProductInput {
  const { order, declinations, description, images, videos, products, ...fields } = file;
  return {
    ...fields,
    position: order,
    variants: declinations.map(({ image, priceHistory: _, ...variant }) => ({ ...variant, imageId: imageOf(image) })),
    description: { markdown: description },
    images: images.map(idOf),
    videos: videos.map(({ url, title }) => (mediaPathPattern.test(url) ? { file: idOf(url), title } : { url, title })),
    boxContents: products.map(({ idDeclination, quantity }) => ({ variantId: idDeclination, quantity })),
  };
}

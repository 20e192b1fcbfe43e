import { priceHistory, stock } from '#server/api/catalogue/stock-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { productResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { centsToEuros } from '#shared/money.ts';
import type { ListExportedItems } from './content-files.ts';
import { type ExportedFile, toJsonFile } from './exported-file.ts';
import type { ExportedMedia } from './exported-media.ts';

/** The stock and the earlier prices of variants, by variant id. */
interface VariantRecords {
  quantities: ReadonlyMap<number, number>;
  prices: ReadonlyMap<number, { price: number; from: string }[]>;
}

/** Creates one file for each product, with its present stock and its earlier prices. */
export async function buildExportedProductFiles(
  tx: SiteTx,
  read: ListExportedItems,
  media: ExportedMedia,
): Promise<ExportedFile[]> {
  const records = await readVariantRecords(tx);
  return read(productResourceSpec).map((product) =>
    toJsonFile(`products/${product.slug}.json`, toProductFile(product, records, media)),
  );
}

async function readVariantRecords(tx: SiteTx): Promise<VariantRecords> {
  const stocked = await tx.select().from(stock);
  const prices = await tx.select().from(priceHistory).orderBy(priceHistory.variantId, priceHistory.validFrom);
  return {
    quantities: new Map(stocked.map(({ variantId, quantity }) => [variantId, quantity])),
    prices: new Map(
      [...Map.groupBy(prices, ({ variantId }) => variantId)].map(([id, rows]) => [
        id,
        // The last row is the present price, which the import records by itself.
        rows.slice(0, -1).map(({ price, validFrom }) => ({
          price: centsToEuros(price),
          from: validFrom.toISOString().slice(0, 10),
        })),
      ]),
    ),
  };
}

function toProductFile(product: ProductInput, { quantities, prices }: VariantRecords, media: ExportedMedia) {
  const { position, variants, description, images, videos, boxContents, ...fields } = product;
  return {
    ...fields,
    order: position,
    declinations: variants.map(({ imageId, ...variant }) => ({
      ...variant,
      quantity: quantities.get(variant.id) ?? 0,
      image: media.pathOrNull(imageId),
      priceHistory: prices.get(variant.id) ?? [],
    })),
    description: 'html' in description ? description.html : '',
    images: images.map(media.pathOf),
    videos: videos.map(({ title, ...video }) => ({
      title,
      url: 'file' in video ? media.pathOf(video.file) : video.url,
    })),
    products: boxContents.map(({ variantId, quantity }) => ({ idDeclination: variantId, quantity })),
  };
}

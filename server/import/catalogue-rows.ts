import { toPriceHistoryRows } from '#server/api/catalogue/price-history.ts';
import { toProductRows } from '#server/api/catalogue/product-rows.ts';
import { toAwardRows } from '#server/api/catalogue/save-award.ts';
import { toMealIconRows } from '#server/api/catalogue/save-meal-icon.ts';
import { toTagRows } from '#server/api/catalogue/save-tag.ts';
import { toVariationRows } from '#server/api/catalogue/save-variation.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { toELabelRows } from '#server/api/labels/save-e-label.ts';
import { productFileToInput } from './product-file-to-input.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';
import type { ImportPathResolvers } from './row-context.ts';

export function toCatalogueRows({ files, products }: ParsedSiteContent, context: ImportPathResolvers): RowsOfTable[] {
  const tagLabels = new Map(files['tags.json'].map(({ slug, label }) => [slug, label]));
  const inputs = products.map(({ value }) => productFileToInput(value, context));
  const earlierPrices = products.flatMap(({ value }) =>
    value.declinations.flatMap(({ id, priceHistory }) =>
      priceHistory.map(({ price, from }) => ({ variantId: id, price, validFrom: new Date(from) })),
    ),
  );
  return [
    ...toTagRows(files['tags.json'].map((tag, position) => ({ ...tag, position }))),
    ...toVariationRows(files['variations.json']),
    ...toMealIconRows(files['meal-icons.json']),
    ...toProductRows(inputs, { findPicture: context.findPicture, tagLabels, now: new Date() }),
    toPriceHistoryRows(earlierPrices),
    ...toELabelRows(files['e-labels.json'].map(({ product, ...label }) => ({ ...label, productId: product }))),
    ...toAwardRows(
      files['awards.json'].map(({ product, image, ...award }) => ({
        ...award,
        productId: product,
        imageId: context.imageOf(image),
      })),
    ),
  ];
}

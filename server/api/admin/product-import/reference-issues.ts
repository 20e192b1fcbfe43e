import { findExistingProductAttributes } from '#server/api/catalogue/known-to-products.ts';
import { findMissingIds } from '#server/api/database/missing-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { images } from '#server/api/media/media-tables.ts';
import { findUnknownProductAttributes } from '#shared/catalogue/find-product-reference-issues.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { UnknownReference } from '#shared/item-issue.ts';
import type { CheckedRecord, UntranslatedIssue } from './product-record.ts';

const imagesOf = (input: ProductInput): readonly number[] => [
  ...input.images,
  ...input.variants.flatMap(({ imageId }) => imageId ?? []),
];

/** Finds references to tags, pictures, videos, meal icons and variations that do not exist. */
export async function findReferenceIssues(tx: SiteTx, checked: readonly CheckedRecord[]): Promise<UntranslatedIssue[]> {
  const inputs = checked.map(({ input }) => input);
  const missingImages = new Set(await findMissingIds(tx, images, inputs.flatMap(imagesOf)));
  const known = await findExistingProductAttributes(tx, inputs);
  return checked.flatMap(({ record: { line }, input }) => {
    const report = (column: string, value: string | number): UntranslatedIssue => ({
      line,
      column,
      text: 'field.unknown_item',
      value,
    });
    return [
      ...imagesOf(input)
        .filter((id) => missingImages.has(id))
        .map((id) => report('images', id)),
      ...findUnknownProductAttributes(input, known).map(({ path, value }) => report(toColumn(path), value)),
    ];
  });
}

/** Returns the column of a field: `variants.2.variations` is the column `variant.variations`. */
const toColumn = ([field, , fieldOfVariant]: UnknownReference['path']): string =>
  field === 'variants' ? `variant.${fieldOfVariant}` : String(field);

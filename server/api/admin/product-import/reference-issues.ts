import { findExistingProductAttributes } from '#server/api/catalogue/product-references.ts';
import { findMissingAndLockExistingIds } from '#server/api/database/missing-ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { images } from '#server/api/media/media-tables.ts';
import { findUnknownProductAttributes } from '#shared/catalogue/find-reference-issues-of-product.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { UnknownReference } from '#shared/item-issue.ts';
import type { CheckedRecord, UntranslatedIssue } from './imported-file-product.ts';

const imagesOf = (input: ProductInput): readonly number[] => [
  ...input.images,
  ...input.variants.flatMap(({ imageId }) => imageId ?? []),
];

/** Finds references to tags, pictures, videos, meal icons and variations that do not exist. */
export async function findUnknownAttributeAndImageIssues(
  tx: SiteTx,
  checked: readonly CheckedRecord[],
): Promise<UntranslatedIssue[]> {
  const inputs = checked.map(({ input }) => input);
  const missingImages = new Set(await findMissingAndLockExistingIds(tx, images, inputs.flatMap(imagesOf)));
  const known = await findExistingProductAttributes(tx, inputs);
  return checked.flatMap(({ record: { line }, input, variantLines }) =>
    [...findMissingImages(input, missingImages), ...findUnknownProductAttributes(input, known)].map(
      ({ path, value }): UntranslatedIssue => ({
        ...locateReference(path, line, variantLines),
        text: 'field.unknown_item',
        value,
      }),
    ),
  );
}

type LocatedId = Pick<UnknownReference, 'path' | 'value'>;

const findMissingImages = ({ images, variants }: ProductInput, missing: ReadonlySet<number>): LocatedId[] => [
  ...images.flatMap((id, index) => (missing.has(id) ? { path: ['images', index], value: id } : [])),
  ...variants.flatMap(({ imageId }, index) =>
    imageId != null && missing.has(imageId) ? { path: ['variants', index, 'imageId'], value: imageId } : [],
  ),
];

/**
 * Returns line and column of a field: `variants.2.variations` is the column `variant.variations` of a variant's line.
 */
const locateReference = (
  [field, index, fieldOfVariant]: UnknownReference['path'],
  line: number,
  variantLines: CheckedRecord['variantLines'],
) =>
  field === 'variants'
    ? { line: variantLines[Number(index)] ?? line, column: `variant.${fieldOfVariant}` }
    : { line, column: String(field) };

import { recordStaffChanges } from '#server/api/audit/record-staff-change.ts';
import { products, variants } from '#server/api/catalogue/product-tables.ts';
import { saveCheckedProductsWithoutPriceHistory } from '#server/api/catalogue/save-product.ts';
import { allocateIds } from '#server/api/database/allocate-ids.ts';
import type { SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { ok } from '#shared/outcome.ts';
import type { CheckedRecord } from './imported-file-product.ts';
import type { ProductRelations } from './product-relations.ts';

/**
 * Saves a batch of checked products, with entries in the audit log. References to other products are left out, because
 * these may come later in the file.
 * @returns The references, which the caller saves after all products.
 */
export async function saveRecordsWithoutRelations(
  tx: SiteTx,
  checked: readonly CheckedRecord[],
  userId: number,
): Promise<{ outcome: SaveOutcome<'invalid_input'>; relations: ProductRelations[] }> {
  const changed = checked.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return { outcome: ok(null), relations: [] };
  const inputs = await assignNewIds(tx, changed);
  const outcome = await saveCheckedProductsWithoutPriceHistory(
    tx,
    inputs.map((input) => ({ ...input, recommended: [], boxContents: [] })),
  );
  if (!outcome.ok) return { outcome, relations: [] };
  await recordStaffChanges(
    tx,
    inputs.map((input, index) => ({
      userId,
      resource: 'product',
      key: input.id,
      action: changed[index]?.isNew ? 'CREATE' : 'UPDATE',
      before: changed[index]?.stored ?? null,
      after: input,
    })),
  );
  const relations = inputs.flatMap(({ id, recommended, boxContents }) =>
    recommended.length + boxContents.length > 0 ? [{ line: 0, id, recommended, boxContents }] : [],
  );
  return { outcome, relations };
}

async function assignNewIds(tx: SiteTx, checked: readonly CheckedRecord[]): Promise<ProductInput[]> {
  const withoutId = checked.filter(({ record }) => record.fields.id === undefined);
  const productIds = await allocateIds(tx, products, withoutId.length);
  const variantCount = checked.reduce((sum, { newVariants }) => sum + newVariants.size, 0);
  const variantIds = await allocateIds(tx, variants, variantCount);
  return checked.map(({ record, input, newVariants }) => ({
    ...input,
    id: record.fields.id === undefined ? (productIds.shift() ?? input.id) : input.id,
    variants: input.variants.map((variant, index) =>
      newVariants.has(index) ? { ...variant, id: variantIds.shift() ?? variant.id } : variant,
    ),
  }));
}

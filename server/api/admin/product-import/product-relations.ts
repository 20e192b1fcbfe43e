import { and, eq, inArray } from 'drizzle-orm';
import { toProductRelationRows } from '#server/api/catalogue/product-rows.ts';
import { boxContents, products, variants } from '#server/api/catalogue/product-tables.ts';
import { findMissingIds } from '#server/api/database/missing-ids.ts';
import { type SaveOutcome, saveRows } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { ok } from '#shared/outcome.ts';
import type { FileKeys } from './file-keys.ts';
import type { UntranslatedIssue } from './product-record.ts';

/** Number of products whose references are checked or saved by one statement. */
const batchSize = 200;

/** The references of one product to other products, which may come later in the file. */
export interface ProductRelations {
  line: number;
  id: number;
  recommended: readonly number[];
  boxContents: ProductInput['boxContents'];
}

/** Finds references to products and variants that neither the file nor the site has. */
export async function findRelationIssues(
  tx: SiteTx,
  relations: readonly ProductRelations[],
  keys: FileKeys,
): Promise<UntranslatedIssue[]> {
  const issues: UntranslatedIssue[] = [];
  for (let start = 0; start < relations.length; start += batchSize)
    issues.push(...(await findIssuesOfBatch(tx, relations.slice(start, start + batchSize), keys)));
  return issues;
}

async function findIssuesOfBatch(
  tx: SiteTx,
  relations: readonly ProductRelations[],
  keys: FileKeys,
): Promise<UntranslatedIssue[]> {
  const recommended = relations.flatMap((each) => each.recommended).filter((id) => !keys.products.has(id));
  const contents = relations.flatMap((each) => each.boxContents.map(({ variantId }) => variantId));
  const missingProducts = new Set(await findMissingIds(tx, products, recommended));
  const storedBottles = await tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(inArray(variants.id, [...new Set(contents)]), eq(products.type, 'WINE'), eq(variants.isArchived, false)),
    );
  const bottles = new Set(storedBottles.map(({ id }) => id));
  return relations.flatMap(({ line, recommended: ids, boxContents }): UntranslatedIssue[] => [
    ...ids
      .filter((id) => missingProducts.has(id))
      .map((value): UntranslatedIssue => ({ line, column: 'recommended', text: 'field.unknown_item', value })),
    ...boxContents
      .filter(({ variantId }) => !(keys.variants.has(variantId) ? keys.bottles : bottles).has(variantId))
      .map(
        ({ variantId: value }): UntranslatedIssue => ({
          line,
          column: 'boxContents',
          text: 'field.unknown_item',
          value,
        }),
      ),
  ]);
}

/** Finds variants that the file archives, although a box that the file does not replace contains them. */
export async function findArchivedContentIssues(tx: SiteTx, keys: FileKeys): Promise<UntranslatedIssue[]> {
  const ids = [...keys.archivedVariants.keys()];
  const issues: UntranslatedIssue[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const contents = await tx
      .select({ boxId: boxContents.productId, variantId: boxContents.variantId })
      .from(boxContents)
      .where(inArray(boxContents.variantId, ids.slice(start, start + batchSize)));
    const contained = contents.filter(({ boxId }) => !keys.products.has(boxId)).map(({ variantId }) => variantId);
    for (const value of new Set(contained)) {
      const line = keys.archivedVariants.get(value) ?? 0;
      issues.push({ line, column: 'variant.isArchived', text: 'field.archived_in_box', value });
    }
  }
  return issues;
}

/** Saves the references of products that were saved without them. */
export async function saveProductRelations(tx: SiteTx, relations: readonly ProductRelations[]): Promise<SaveOutcome> {
  for (let start = 0; start < relations.length; start += batchSize) {
    const batch = relations.slice(start, start + batchSize);
    const rows = batch.map(({ id, recommended, boxContents }) => ({
      id,
      recommended: [...recommended],
      boxContents: [...boxContents],
    }));
    const outcome = await saveRows(tx, toProductRelationRows(rows));
    if (!outcome.ok) return outcome;
  }
  return ok(null);
}

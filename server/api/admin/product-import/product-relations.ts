import { inArray } from 'drizzle-orm';
import { boxContents, products } from '#server/api/catalogue/catalogue-tables.ts';
import { filterBoxVariants } from '#server/api/catalogue/product-references.ts';
import { toProductRelationRows } from '#server/api/catalogue/product-rows.ts';
import { lockExistingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type SaveOutcome, saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { findUnknownProductRelations } from '#shared/catalogue/find-reference-issues-of-product.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { ok } from '#shared/outcome.ts';
import type { FileKeys } from './file-keys.ts';
import type { UntranslatedIssue } from './imported-file-product.ts';

/** Number of products whose references are checked or saved by one statement. */
const batchSize = 200;

/** The references of one product to other products, which may come later in the file. */
export interface ProductRelations {
  line: number;
  id: number;
  recommended: readonly number[];
  boxContents: ProductInput['boxContents'];
}

/** Finds references to products that neither the file nor the site has, and to variants that a box cannot contain. */
export async function findRelationIssues(
  tx: SiteTx,
  relations: readonly ProductRelations[],
  keys: FileKeys,
): Promise<UntranslatedIssue[]> {
  const issues: UntranslatedIssue[] = [];
  for (let start = 0; start < relations.length; start += batchSize)
    for (const each of await findIssuesOfBatch(tx, relations.slice(start, start + batchSize), keys)) issues.push(each);
  return issues;
}

async function findIssuesOfBatch(
  tx: SiteTx,
  relations: readonly ProductRelations[],
  keys: FileKeys,
): Promise<UntranslatedIssue[]> {
  const recommended = relations.flatMap((each) => each.recommended).filter((id) => !keys.products.has(id));
  const contents = relations.flatMap((each) => each.boxContents.map(({ variantId }) => variantId));
  const storedProducts = await lockExistingIds(tx, products, recommended);
  const storedBottles = await filterBoxVariants(tx, contents);
  const known = {
    products: { has: (id: number) => keys.products.has(id) || storedProducts.has(id) },
    bottles: { has: (id: number) => (keys.variants.has(id) ? keys.bottles : storedBottles).has(id) },
  };
  return relations.flatMap(({ line, ...product }) =>
    findUnknownProductRelations(product, known).map(
      ({ path, value }): UntranslatedIssue => ({ line, column: String(path[0]), text: 'field.unknown_item', value }),
    ),
  );
}

/** Finds variants that the file archives although a stored box contains them and the file does not replace that box. */
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

export async function saveRelations(tx: SiteTx, relations: readonly ProductRelations[]): Promise<SaveOutcome> {
  for (let start = 0; start < relations.length; start += batchSize) {
    const batch = relations.slice(start, start + batchSize);
    const rows = batch.map(({ id, recommended, boxContents }) => ({
      id,
      recommended: [...recommended],
      boxContents: [...boxContents],
    }));
    const outcome = await saveRowsWithoutRaisingRevisions(tx, toProductRelationRows(rows));
    if (!outcome.ok) return outcome;
  }
  return ok(null);
}

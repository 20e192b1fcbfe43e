import { eq, inArray } from 'drizzle-orm';
import { deleteRowByProperty, type SaveOutcome } from '#server/api/database/save-rows-without-raising-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { queueNextPriceChange } from './next-price-change.ts';
import type { OrderedItemsLookup } from './ordered-items-lookup.ts';
import { boxContents, products, variants } from './product-tables.ts';
import { lockStockOfVariantsIgnoringBoxes } from './take-and-return-stock.ts';

/**
 * Deletes a product, or archives it if orders contain it. Refuses both if a box contains one of its variants. Saving an
 * archived product restores it.
 */
export async function deleteOrArchiveProduct(
  tx: SiteTx,
  id: number,
  { isProductOrdered }: Pick<OrderedItemsLookup, 'isProductOrdered'>,
): Promise<SaveOutcome> {
  const rows = await tx.select({ id: variants.id }).from(variants).where(eq(variants.productId, id));
  const variantIds = rows.map((variant) => variant.id);
  // An order in progress holds this lock until its lines are committed, so the next query cannot miss them.
  await lockStockOfVariantsIgnoringBoxes(tx, variantIds);
  if ((await tx.$count(boxContents, inArray(boxContents.variantId, variantIds))) > 0) return refuse('still_referenced');
  if (!(await isProductOrdered(tx, id))) return deleteUnorderedProduct(tx, id);
  await tx.update(products).set({ archivedAt: new Date() }).where(eq(products.id, id));
  return ok(null);
}

/**
 * Deletes a product that no order contains, and moves the site's job for planned prices to the next planned price of
 * the other products.
 */
async function deleteUnorderedProduct(tx: SiteTx, id: number): Promise<SaveOutcome> {
  const outcome = await deleteRowByProperty(tx, products, 'id', id);
  if (outcome.ok) await queueNextPriceChange(tx);
  return outcome;
}

import { and, eq, notInArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { OrderedItemsLookup } from './ordered-items-lookup.ts';
import { variants } from './product-tables.ts';
import { lockStockOfVariantsIgnoringBoxes } from './take-and-return-stock.ts';
import { variantRowToInput } from './variant-row-to-input.ts';

/**
 * Adds to a product the stored variants that the input leaves out and that orders contain. They are added as archived
 * variants, because saving the input without them would delete them.
 */
export async function addOmittedOrderedVariants(
  tx: SiteTx,
  product: ProductInput,
  { findOrderedVariants }: Pick<OrderedItemsLookup, 'findOrderedVariants'>,
): Promise<ProductInput> {
  const inputIds = product.variants.map(({ id }) => id);
  const omitted = await tx
    .select()
    .from(variants)
    .where(and(eq(variants.productId, product.id), notInArray(variants.id, inputIds)));
  if (omitted.length === 0) return product;
  const omittedIds = omitted.map(({ id }) => id);
  // An order in progress holds this lock until its lines are committed, so the next query cannot miss them.
  await lockStockOfVariantsIgnoringBoxes(tx, omittedIds);
  const ordered = new Set(await findOrderedVariants(tx, omittedIds));
  const archived = omitted
    .filter(({ id }) => ordered.has(id))
    .map(({ siteId: _siteId, ...stored }) => ({ ...variantRowToInput(product.kind, stored), isArchived: true }));
  return { ...product, variants: [...product.variants, ...archived] };
}

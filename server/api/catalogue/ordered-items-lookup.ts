import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** Finds the items that orders contain. It is injected, because the catalogue must not depend on orders. */
export interface OrderedItemsLookup {
  isProductOrdered(tx: SiteTx, productId: number): Promise<boolean>;
  /** Returns the ids of those variants that orders contain. */
  findOrderedVariants(tx: SiteTx, variantIds: readonly number[]): Promise<number[]>;
}

import { readLastManualStockMovementIds } from '#server/api/catalogue/last-stock-movement-ids.ts';
import { lockStockOfVariantsIgnoringBoxes } from '#server/api/catalogue/take-and-return-stock.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredItem } from '#server/api/resources/read-item.ts';
import type { PriceListRowChange, PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import { findPriceIssue } from '#shared/catalogue/find-price-issues.ts';
import type { DiscountPriceFields } from '#shared/catalogue/unit-price.ts';

/** An error of one field in the row of a price list. */
export interface PriceListRowIssue {
  row: number;
  field: 'idVariant' | 'price' | 'stock';
  text: ServerTextKey;
  values?: Readonly<Record<string, string | number>>;
}

/** The fields of a stored product that its prices depend on. */
interface PricedProduct {
  discount: DiscountPriceFields | null;
  variants: readonly { id: number; price: number; discount: DiscountPriceFields | null; isArchived: boolean }[];
}

/**
 * Locks the stock that a price list changes. Finds the invalid rows of the list, and those whose price or stock was
 * changed after the list was shown. Orders make no row stale, because they record no stock movement.
 */
export async function lockAndCheckPriceListRows(
  tx: SiteTx,
  rows: readonly PriceListRowChange[],
  stored: readonly StoredItem[],
): Promise<{ issues: PriceListRowIssue[]; stale: PriceListRowConflict[] }> {
  const variantIds = rows.map(({ idVariant }) => idVariant);
  const stockIds = rows.flatMap(({ idVariant, stock }) => (stock ? [idVariant] : [])).sort((a, b) => a - b);
  const quantities = await lockStockOfVariantsIgnoringBoxes(tx, stockIds);
  const movements = await readLastManualStockMovementIds(tx, variantIds);
  const products = new Map(stored.map((product) => [Number(product.key), product]));
  const seen = new Set<number>();
  const stale: PriceListRowConflict[] = [];
  const issues = rows.flatMap(({ idProduct, idVariant, price, stock }, row): PriceListRowIssue[] => {
    const product = products.get(idProduct);
    const { discount, variants } = (product?.item ?? { discount: null, variants: [] }) as unknown as PricedProduct;
    const variant = variants.find(({ id }) => id === idVariant);
    if (!product || !variant || variant.isArchived || product.archivedAt)
      return [{ row, field: 'idVariant', text: 'admin.row.unknown' }];
    if (seen.has(idVariant)) return [{ row, field: 'idVariant', text: 'admin.row.repeated' }];
    seen.add(idVariant);
    const lastMovement = movements.get(idVariant) ?? 0;
    const isPriceStale = price !== undefined && variant.price !== price.shown;
    const isStockStale = stock !== undefined && lastMovement !== stock.lastMovement;
    if (isPriceStale || isStockStale) {
      const stored = { quantity: quantities.get(idVariant) ?? 0, lastMovement };
      stale.push({
        idVariant,
        ...(isPriceStale && { price: variant.price }),
        ...(isStockStale && { stock: stored }),
      });
      return [
        ...(isPriceStale ? [{ row, field: 'price', text: 'admin.row.stale_price' } as const] : []),
        ...(isStockStale ? [{ row, field: 'stock', text: 'admin.row.stale_stock' } as const] : []),
      ];
    }
    const issue = price && findPriceIssue({ price: price.next, discount: variant.discount }, discount);
    return issue ? [{ row, field: 'price', text: `field.${issue}` }] : [];
  });
  return { issues, stale };
}

import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import type { StoredItem } from '#server/api/resources/read-item.ts';
import type { PricePlanRow, PricePlanRowConflict } from '#shared/admin/price-plan-contract.ts';
import { findPriceIssue } from '#shared/catalogue/find-price-issues.ts';
import { findPriceBeforeInstant, findPriceStartingAtInstant } from '#shared/catalogue/plan-price.ts';
import { applyDuePlannedPrices, maxPlannedPrices } from '#shared/catalogue/planned-price.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';

/** An error of one field in the row of a price plan. */
export interface PricePlanRowIssue {
  row: number;
  field: 'idVariant' | 'price' | 'before' | 'replaces';
  text: ServerTextKey;
  values?: Readonly<Record<string, string | number>>;
}

/**
 * Finds the invalid rows of a price plan, and the outdated ones. A row is outdated if the stored prices differ from
 * those in the row: the price before the instant, or a price that is already planned for the instant.
 */
export function findPricePlanIssuesAndConflicts(
  rows: readonly PricePlanRow[],
  stored: readonly StoredItem[],
  instant: Date,
): { issues: PricePlanRowIssue[]; stale: PricePlanRowConflict[] } {
  const products = new Map(stored.map((product) => [Number(product.key), product]));
  const seen = new Set<number>();
  const stale: PricePlanRowConflict[] = [];
  const issues = rows.flatMap(({ idProduct, idVariant, price, before, replaces }, row): PricePlanRowIssue[] => {
    const product = products.get(idProduct);
    // A stored product has the same fields as the input of a save.
    const item = product?.item as unknown as ProductInput | undefined;
    const variant = item?.variants.find(({ id }) => id === idVariant);
    if (!item || !variant || variant.isArchived || product?.archivedAt)
      return [{ row, field: 'idVariant', text: 'admin.row.unknown' }];
    if (seen.has(idVariant)) return [{ row, field: 'idVariant', text: 'admin.row.repeated' }];
    seen.add(idVariant);
    const planned = findPriceStartingAtInstant(variant, instant.getTime());
    const current = findPriceBeforeInstant(variant, instant.getTime());
    if (planned !== replaces || current !== before) {
      stale.push({ idVariant, before: current, planned });
      return [
        ...(current !== before ? [{ row, field: 'before', text: 'admin.row.stale_price' } as const] : []),
        ...(planned !== replaces ? [{ row, field: 'replaces', text: 'admin.row.planned_already' } as const] : []),
      ];
    }
    if (planned === null && variant.plannedPrices.length >= maxPlannedPrices)
      return [{ row, field: 'price', text: 'admin.row.too_many_plans', values: { max: maxPlannedPrices } }];
    const { discount } = applyDuePlannedPrices(variant, instant);
    const issue = findPriceIssue({ price, discount }, item.discount);
    return issue ? [{ row, field: 'price', text: `field.${issue}` }] : [];
  });
  return { issues, stale };
}

import type { SellableLine } from './sellable-item.ts';

/**
 * Returns the number of bottles that cart lines require from stock, by variant id in ascending order. A box requires
 * its contents.
 */
export function computeRequiredStock(lines: readonly SellableLine[]): Map<number, number> {
  const required = new Map<number, number>();
  const add = (id: number, quantity: number) => required.set(id, (required.get(id) ?? 0) + quantity);
  for (const { item, quantity } of lines) {
    if (item.type !== 'BOX') add(item.id, quantity);
    else for (const content of item.contents) add(content.variantId, content.quantity * quantity);
  }
  return new Map([...required].sort(([one], [other]) => one - other));
}

/**
 * Returns the number of bottles that cart lines require from managed stock, by variant id in ascending order.
 * @param stock quantity by variant id of the variants whose stock the estate manages
 */
export const computeRequiredManagedStock = (
  lines: readonly SellableLine[],
  stock: ReadonlyMap<number, number>,
): Map<number, number> => new Map([...computeRequiredStock(lines)].filter(([id]) => stock.has(id)));

/**
 * Finds the cart lines that exceed the stock, each with the quantity that could be sold if the other lines stay
 * unchanged. An empty box cannot be sold if its stock is managed.
 * @param stock quantity by variant id; a variant that the map does not contain has unlimited stock
 */
export function findLinesExceedingStock(
  lines: readonly SellableLine[],
  stock: ReadonlyMap<number, number>,
): { index: number; available: number }[] {
  const required = computeRequiredStock(lines);
  const inStock = (id: number) => stock.get(id) ?? Number.POSITIVE_INFINITY;
  return lines.flatMap(({ item, quantity }, index) => {
    const perUnit = [...computeRequiredStock([{ item, quantity: 1 }])];
    if (perUnit.length === 0) return item.setQuantity ? [{ index, available: 0 }] : [];
    if (!perUnit.some(([id]) => (required.get(id) ?? 0) > inStock(id))) return [];
    const available = perUnit.map(([id, each]) => {
      const byOthers = (required.get(id) ?? 0) - each * quantity;
      return Math.floor(Math.max(0, inStock(id) - byOthers) / each);
    });
    return [{ index, available: Math.min(...available) }];
  });
}

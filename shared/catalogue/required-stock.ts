import type { ItemLine } from './sellable-item.ts';

/** How many of each declination a cart takes from the stock: boxes take their contents. By declination id, ascending. */
export function requiredStock(lines: readonly ItemLine[]): Map<number, number> {
  const need = new Map<number, number>();
  const add = (id: number, quantity: number) => need.set(id, (need.get(id) ?? 0) + quantity);
  for (const { item, quantity } of lines) {
    if (item.type !== 'BOX') add(item.id, quantity);
    else for (const content of item.contents) add(content.variantId, content.quantity * quantity);
  }
  return new Map([...need].sort(([one], [other]) => one - other));
}

/**
 * The lines that the stock does not allow, by index, each with how many of it could be sold if the other lines stay as
 * they are. `left` is what is in stock of each declination; one that it does not have is not counted. A box of nothing
 * cannot be sold where stock is counted.
 */
export function stockShortages(
  lines: readonly ItemLine[],
  left: ReadonlyMap<number, number>,
): { index: number; available: number }[] {
  const need = requiredStock(lines);
  const isShort = (id: number) => (need.get(id) ?? 0) > (left.get(id) ?? Number.POSITIVE_INFINITY);
  return lines.flatMap(({ item, quantity }, index) => {
    const parts = [...requiredStock([{ item, quantity: 1 }])];
    if (parts.length === 0) return item.setQuantity ? [{ index, available: 0 }] : [];
    if (!parts.some(([id]) => isShort(id))) return [];
    const allowed = parts.map(([id, each]) => {
      const others = (need.get(id) ?? 0) - each * quantity;
      return Math.floor(Math.max(0, (left.get(id) ?? Number.POSITIVE_INFINITY) - others) / each);
    });
    return [{ index, available: Math.min(...allowed) }];
  });
}

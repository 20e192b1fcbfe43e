/** The quantity of a variant in one box, and the stock of that variant. */
export interface BoxContentStock {
  quantity: number;
  stock: number;
}

/**
 * Returns the number of boxes that can be filled from the stock of their contents. It is 0 for an empty box, because
 * such a box cannot be sold.
 */
export function countBoxesInStock(contents: readonly BoxContentStock[]): number {
  if (contents.length === 0) return 0;
  return Math.min(...contents.map(({ quantity, stock }) => Math.floor(stock / quantity)));
}

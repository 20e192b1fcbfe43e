/** The quantity of a variant in one box, and the stock of that variant. */
export interface BoxContentStock {
  quantity: number;
  stock: number;
}

/** The number of boxes that the stock of their contents allows; 0 for an empty box, which cannot be sold. */
export function countBoxesInStock(contents: readonly BoxContentStock[]): number {
  if (contents.length === 0) return 0;
  return Math.min(...contents.map(({ quantity, stock }) => Math.floor(stock / quantity)));
}

/** What a box holds of one declination, and how much of that is left. */
export interface BoxContentStock {
  quantity: number;
  stock: number;
}

/** How many boxes can be made: the least that any of its contents allows. A box of nothing cannot be sold. */
export function boxQuantity(contents: readonly BoxContentStock[]): number {
  if (contents.length === 0) return 0;
  return Math.min(...contents.map(({ quantity, stock: left }) => Math.floor(left / quantity)));
}

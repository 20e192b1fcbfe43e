/**
 * The quantity of a variant in one box, and the stock of that variant; null if the estate does not manage that stock.
 */
interface BoxContentStock {
  quantity: number;
  stock: number | null;
}

/**
 * Returns the number of boxes that can be filled from the managed stock of their contents. The number is 0 for an empty
 * box, because such a box cannot be sold, and for a box without managed contents, whose number is unlimited.
 */
export function countBoxesFromManagedStock(contents: readonly BoxContentStock[]): number {
  const counts = contents.flatMap(({ quantity, stock }) => (stock === null ? [] : [Math.floor(stock / quantity)]));
  return counts.length === 0 ? 0 : Math.min(...counts);
}

/** Checks whether the number of boxes is limited: by a managed content, or because the box is empty. */
export const isBoxStockManaged = (contents: readonly BoxContentStock[]): boolean =>
  contents.length === 0 || contents.some(({ stock }) => stock !== null);

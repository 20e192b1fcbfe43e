/** What a box holds of one declination, and how much of that is left. */
export interface BoxPart {
  quantity: number;
  left: number;
}

/** How many boxes can be made: the least that any of its contents allows. A box of nothing cannot be sold. */
export function boxQuantity(parts: readonly BoxPart[]): number {
  if (parts.length === 0) return 0;
  return Math.min(...parts.map(({ quantity, left }) => Math.floor(left / quantity)));
}

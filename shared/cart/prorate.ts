import type { Cents } from '#shared/money.ts';

/**
 * Splits an amount in proportion to `shares` by the largest remainder method, so that the parts add up to the amount to
 * the cent. Of equal remainders, the earlier one is rounded up. If all shares are 0, the first part is the whole
 * amount.
 * @param amount a non-negative integer, as is each share
 */
export function prorate(amount: Cents, shares: readonly number[]): Cents[] {
  const sum = shares.reduce((total, share) => total + BigInt(share), 0n);
  if (sum === 0n) return shares.map((_, index) => (index === 0 ? amount : 0));
  const products = shares.map((share) => BigInt(amount) * BigInt(share));
  const parts = products.map((product) => Number(product / sum));
  const remainders = products.map((product, index) => ({ index, remainder: product % sum }));
  remainders.sort((a, b) => {
    if (a.remainder === b.remainder) return a.index - b.index;
    return a.remainder < b.remainder ? 1 : -1;
  });
  const unallocated = amount - parts.reduce((total, part) => total + part, 0);
  for (const { index } of remainders.slice(0, unallocated)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

import type { Cents } from '#shared/money.ts';

/**
 * Spreads an amount over shares in proportion to them, to the cent: everyone gets what is whole, and the cents that
 * remain go to the largest remainders, the first of equals first. The parts add up to the amount. Shares of nothing get
 * nothing; where all are nothing, the first gets it all. Amount and shares are whole and not negative.
 */
export function prorate(amount: Cents, shares: readonly number[]): Cents[] {
  const sum = shares.reduce((total, share) => total + BigInt(share), 0n);
  if (sum === 0n) return shares.map((_, index) => (index === 0 ? amount : 0));
  const products = shares.map((share) => BigInt(amount) * BigInt(share));
  const parts = products.map((product) => Number(product / sum));
  const remainders = products.map((product, index) => ({ index, rest: product % sum }));
  let left = amount - parts.reduce((total, part) => total + part, 0);
  remainders.sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest < other.rest ? 1 : -1));
  for (const { index } of remainders) {
    if (left === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}

/**
 * An amount in euro cents, an integer. Code and database use cents, the wire uses decimal euros. Every amount includes
 * VAT unless its name says otherwise.
 */
export type Cents = number;

/** Converts decimal euros to cents, rounded half up: `19.9` → `1990`. */
export function eurosToCents(euros: number): Cents {
  // 1.005 * 100 is 100.49999999999999, but shifting the exponent of the decimal notation keeps the half cent. Tiny and
  // huge numbers already have an exponent in that notation, to which 2 is added.
  const [digits, exponent = '0'] = String(euros).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 2}`));
}

/**
 * Converts decimal euros to cents and keeps fractions of a cent, for limits that may have them: `19.905` → `1990.5`.
 */
export function eurosToFractionalCents(euros: number): number {
  // Rounding removes floating-point errors: 19.9 * 100 is 1989.9999999999998.
  return Number((euros * 100).toFixed(4));
}

/** Converts cents to decimal euros with at most two decimals: `1990` → `19.9`. */
export function centsToEuros(cents: Cents): number {
  return Number((cents / 100).toFixed(2));
}

/** Rounds fractions of a cent, with half cents up. Floating-point errors beyond six decimals are ignored. */
export function roundHalfUp(cents: number): Cents {
  return Math.floor(Number((cents + 0.5).toFixed(6)));
}

/**
 * Computes a percentage of an amount in cents, rounded half up. Neither may be negative, and the percentage has at most
 * four decimals.
 */
export function computePercentageOfAmount(amount: Cents, percent: number): Cents {
  // Integers are used, because floating point would lose the half cent of large amounts.
  const millionths = BigInt(amount) * BigInt(Math.round(percent * 10_000));
  return Number((millionths + 500_000n) / 1_000_000n);
}

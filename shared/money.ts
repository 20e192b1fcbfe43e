/**
 * Money. In code and database an amount is a whole number of euro cents; on the wire, as in the
 * fields of the API, it is decimal euros. Every amount includes VAT unless its name says otherwise.
 */
export type Cents = number;

/** Decimal euros (as on the wire) to cents, rounded half up. `19.9` → `1990`. */
export function eurosToCents(euros: number): Cents {
  // 1.005 * 100 is 100.49999999999999: going through the shortest decimal form avoids losing the half cent.
  return Math.round(Number(`${euros}e2`));
}

/** Cents to decimal euros, exact to two decimals. `1990` → `19.9`. */
export function centsToEuros(cents: Cents): number {
  return Number((cents / 100).toFixed(2));
}

/** Half a cent rounds up, also for the fractions that percentages leave. */
export function roundHalfUp(cents: number): Cents {
  return Math.floor(Number((cents + 0.5).toFixed(6)));
}

/**
 * Money. In code and database an amount is a whole number of euro cents; on the wire, as in the
 * fields of the API, it is decimal euros. Every amount includes VAT unless its name says otherwise.
 */
export type Cents = number;

/** Decimal euros (as on the wire) to cents, rounded half up. `19.9` → `1990`. */
export function eurosToCents(euros: number): Cents {
  // 1.005 * 100 is 100.49999999999999: going through the shortest decimal form avoids losing the half cent. That form
  // has an exponent of its own where the number is tiny or huge.
  const [digits, exponent = '0'] = String(euros).split('e');
  return Math.round(Number(`${digits}e${Number(exponent) + 2}`));
}

/** Cents to decimal euros, exact to two decimals. `1990` → `19.9`. */
export function centsToEuros(cents: Cents): number {
  return Number((cents / 100).toFixed(2));
}

/** Half a cent rounds up, also for the fractions that percentages leave. */
export function roundHalfUp(cents: number): Cents {
  return Math.floor(Number((cents + 0.5).toFixed(6)));
}

/** So many percent of an amount, half a cent up; neither is negative. Percentages count to four decimals. */
export function percentOf(amount: Cents, percent: number): Cents {
  // In whole numbers: of a large amount a binary fraction would lose the half cent.
  const millionths = BigInt(amount) * BigInt(Math.round(percent * 10_000));
  return Number((millionths + 500_000n) / 1_000_000n);
}

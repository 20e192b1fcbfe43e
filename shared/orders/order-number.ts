/** Matches an order number: a year, a dash and a count, perhaps with spaces and after a short prefix. */
const orderNumberPattern = /^\D{0,20}(\d{4})\s*\p{Pd}\s*(\d{5,})\s*\.?$/u;

/**
 * Normalises an order number that a customer typed: `n° 2026 – 00042` becomes `2026-00042`. Any other text is only
 * trimmed.
 */
export function normaliseOrderNumber(entered: string): string {
  const [, year, count] = orderNumberPattern.exec(entered.normalize('NFKC').trim()) ?? [];
  return year && count ? `${year}-${count}` : entered.trim();
}

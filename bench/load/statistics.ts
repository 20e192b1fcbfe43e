/** Returns the median; the mean of the two middle values for an even number of values; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Returns a quantile of sorted values; 0 for no values.
 * @param share The quantile as a number from 0 to 1.
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return 0;
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns `value / baseline`; NaN if the baseline is 0 or was not measured (NaN). */
export const ratio = (value: number, baseline: number): number => (baseline > 0 ? value / baseline : Number.NaN);

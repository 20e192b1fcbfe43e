import { getQuantityStep, isPositiveMultipleOfStep } from '#shared/catalogue/quantity-step.ts';
import { findLinesExceedingStock } from '#shared/catalogue/required-stock.ts';
import type { SellableLine } from '#shared/catalogue/sellable-item.ts';

/**
 * The reason why the cart line at `index` cannot be sold: its quantity is not a multiple of the quantity step, or
 * exceeds the stock.
 */
export type LineIssue =
  | { index: number; kind: 'step'; step: number }
  | { index: number; kind: 'stock'; available: number };

/**
 * Finds the cart lines that cannot be sold as requested, with one issue per line. A line that breaks the quantity step
 * is not compared with the stock.
 * @param stock quantity by variant id; a variant that the map does not contain has unlimited stock
 */
export function findLineIssues(lines: readonly SellableLine[], stock: ReadonlyMap<number, number>): LineIssue[] {
  const outOfStep = lines.flatMap(({ item, quantity }, index): LineIssue[] => {
    const step = getQuantityStep(item);
    return isPositiveMultipleOfStep(quantity, step) ? [] : [{ index, kind: 'step', step }];
  });
  const reported = new Set(outOfStep.map(({ index }) => index));
  const short = findLinesExceedingStock(lines, stock)
    .filter(({ index }) => !reported.has(index))
    .map(({ index, available }): LineIssue => {
      const line = lines[index];
      const step = line ? getQuantityStep(line.item) : 1;
      return { index, kind: 'stock', available: Math.floor(available / step) * step };
    });
  return [...outOfStep, ...short].sort((a, b) => a.index - b.index);
}

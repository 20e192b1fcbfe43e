import { stockShortages } from '#shared/catalogue/required-stock.ts';
import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import { isInStep, quantityStep } from './coerce-quantity.ts';

/** The fault of the line at `index`: a quantity outside its step, or more than is in stock. */
export type LineIssue =
  | { index: number; fault: 'step'; step: number }
  | { index: number; fault: 'stock'; available: number };

/** The lines that cannot be sold as requested, at most one fault per line; the step counts first. `left` as for `shortLines`. */
export function lineIssues(lines: readonly ItemLine[], left: ReadonlyMap<number, number>): LineIssue[] {
  const outOfStep = lines.flatMap(({ item, quantity }, index): LineIssue[] => {
    const step = quantityStep(item);
    return isInStep(quantity, step) ? [] : [{ index, fault: 'step', step }];
  });
  const known = new Set(outOfStep.map(({ index }) => index));
  const short = stockShortages(lines, left)
    .filter(({ index }) => !known.has(index))
    .map(({ index, available }): LineIssue => {
      const line = lines[index];
      const step = line ? quantityStep(line.item) : 1;
      return { index, fault: 'stock', available: Math.floor(available / step) * step };
    });
  return [...outOfStep, ...short].sort((one, other) => one.index - other.index);
}

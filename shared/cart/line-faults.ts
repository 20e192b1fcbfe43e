import type { WantedLine } from '#shared/catalogue/sold-item.ts';
import { shortLines } from '#shared/catalogue/stock-need.ts';
import { isInStep, quantityStep } from './quantity.ts';

/** The fault of the line at `index`: a quantity outside its step, or more than is in stock. */
export type LineFault =
  | { index: number; fault: 'step'; step: number }
  | { index: number; fault: 'stock'; available: number };

/** The lines that cannot be sold as requested, at most one fault per line; the step counts first. `left` as for `shortLines`. */
export function lineFaults(lines: readonly WantedLine[], left: ReadonlyMap<number, number>): LineFault[] {
  const outOfStep = lines.flatMap(({ item, quantity }, index): LineFault[] => {
    const step = quantityStep(item);
    return isInStep(quantity, step) ? [] : [{ index, fault: 'step', step }];
  });
  const known = new Set(outOfStep.map(({ index }) => index));
  const short = shortLines(lines, left)
    .filter(({ index }) => !known.has(index))
    .map(({ index, available }): LineFault => {
      const line = lines[index];
      const step = line ? quantityStep(line.item) : 1;
      return { index, fault: 'stock', available: Math.floor(available / step) * step };
    });
  return [...outOfStep, ...short].sort((one, other) => one.index - other.index);
}

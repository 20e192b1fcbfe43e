import { expect, test } from 'vitest';
import {
  computeStockAfterMovement,
  getStockReplacedByMovement,
  maxStock,
  type StockMovementKind,
} from '#shared/catalogue/stock-movement.ts';

const cases: [kind: StockMovementKind, quantity: number, before: number, reserved: number, after: number | null][] = [
  ['ADD', 120, 30, 6, 150],
  ['ADD', -6, 30, 0, 24],
  ['ADD', -31, 30, 0, null],
  ['ADD', maxStock, 1, 0, null],
  ['SET', 0, 30, 6, 0],
  ['SET', 58, 30, 6, 58],
  ['SET', -1, 30, 0, null],
  ['SET', maxStock + 1, 0, 0, null],
  ['COUNT', 58, 30, 6, 52],
  ['COUNT', 4, 30, 6, 0],
  ['COUNT', -1, 30, 0, null],
];

test.each(cases)('%s %i of a stock of %i with %i reserved leaves %s', (kind, quantity, before, reserved, after) => {
  expect(computeStockAfterMovement({ kind, quantity }, before, reserved)).toBe(after);
});

test.each([
  ['ADD', null],
  ['SET', 30],
  ['COUNT', 36],
] as const)('%s replaces %s bottles of a stock of 30 with 6 reserved', (kind, replaced) => {
  expect(getStockReplacedByMovement(kind, { quantity: 30, reserved: 6 })).toBe(replaced);
});

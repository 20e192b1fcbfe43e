import { describe, expect, test } from 'vitest';
import { getStockLevel } from '#shared/catalogue/stock-level.ts';

describe('getStockLevel', () => {
  test.each([
    ['returns available for a stock that is not counted', { quantity: 0, setQuantity: false }, 6, 1, 'available'],
    ['returns out if nothing is left', { quantity: 0, setQuantity: true }, 6, 1, 'out'],
    ['returns out if less than a step is left', { quantity: 5, setQuantity: true }, 6, 6, 'out'],
    ['returns low below the limit', { quantity: 5, setQuantity: true }, 6, 1, 'low'],
    ['returns available at the limit', { quantity: 6, setQuantity: true }, 6, 1, 'available'],
    ['returns available without a limit', { quantity: 1, setQuantity: true }, undefined, 1, 'available'],
  ] as const)('%s', (_, stock, limit, step, expected) => expect(getStockLevel(stock, limit, step)).toBe(expected));
});

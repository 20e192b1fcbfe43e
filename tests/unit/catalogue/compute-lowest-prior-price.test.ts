import { describe, expect, test } from 'vitest';
import { computeLowestPriorPrice } from '#shared/catalogue/compute-lowest-prior-price.ts';

describe('computeLowestPriorPrice of the 30 days before a reduction', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
  const now = day('2026-11-30');
  const at = (price: number, from: string) => ({ price, from: day(from) });
  test.each([
    ['returns the price itself without history', [], 1200],
    ['ignores the reduced price', [at(1200, '2026-01-01'), at(960, '2026-11-20')], 1200],
    [
      'returns a lower price within the window',
      [at(1000, '2026-11-01'), at(1200, '2026-11-10'), at(960, '2026-11-20')],
      1000,
    ],
    ['ignores a higher earlier price', [at(1500, '2026-01-01'), at(960, '2026-11-20')], 1200],
    [
      'ignores a price that ended before the window',
      [at(800, '2026-01-01'), at(1300, '2026-10-20'), at(960, '2026-11-20')],
      1200,
    ],
    [
      'returns a price that was valid when the window began',
      [at(800, '2026-01-01'), at(1300, '2026-10-22'), at(960, '2026-11-20')],
      800,
    ],
    [
      'ends the window at the begin of the reduction, however long it lasts',
      [at(900, '2026-01-01'), at(1200, '2026-01-15'), at(960, '2026-02-01')],
      900,
    ],
    ['treats an unrecorded reduction as beginning now', [at(1100, '2026-11-25')], 1100],
    ['ignores a future price', [at(100, '2026-12-01')], 1200],
    [
      'returns the reduced price if it was also valid earlier',
      [at(960, '2026-11-01'), at(1200, '2026-11-10'), at(960, '2026-11-20')],
      960,
    ],
  ])('%s', (_, history, expected) => {
    expect(computeLowestPriorPrice(1200, 960, history, now)).toBe(expected);
    expect(computeLowestPriorPrice(1200, 960, history.toReversed(), now)).toBe(expected);
  });
});

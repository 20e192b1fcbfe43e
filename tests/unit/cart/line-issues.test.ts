import { describe, expect, test } from 'vitest';
import { findLineIssues } from '#shared/cart/find-line-issues.ts';
import {
  createBoxContent,
  createSellableBottle,
  createSellableBox,
  createSellableLine,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const bySix = createSellableBottle({ id: 2, isVintage: true, sellByMultipleOf: 6 });

describe('findLineIssues', () => {
  const stock = new Map([
    [1, 10],
    [2, 15],
  ]);
  test.each([
    [
      'returns nothing if all lines are in step and in stock',
      [createSellableLine(10), createSellableLine(12, bySix)],
      [],
    ],
    ['reports a quantity out of step', [createSellableLine(7, bySix)], [{ index: 0, kind: 'step', step: 6 }]],
    ['reports zero as out of step', [createSellableLine(0)], [{ index: 0, kind: 'step', step: 1 }]],
    ['reports a negative quantity as out of step', [createSellableLine(-3)], [{ index: 0, kind: 'step', step: 1 }]],
    ['reports a fraction as out of step', [createSellableLine(1.5)], [{ index: 0, kind: 'step', step: 1 }]],
    [
      'rounds the available quantity down to whole steps',
      [createSellableLine(18, bySix)],
      [{ index: 0, kind: 'stock', available: 12 }],
    ],
    [
      'reports zero available if no whole step is left',
      [createSellableLine(12, bySix), createSellableLine(6, bySix)],
      [
        { index: 0, kind: 'stock', available: 6 },
        { index: 1, kind: 'stock', available: 0 },
      ],
    ],
    [
      'reports the step of a line that is also short',
      [createSellableLine(19, bySix)],
      [{ index: 0, kind: 'step', step: 6 }],
    ],
    [
      'reports the issues of several lines in their order',
      [
        createSellableLine(11),
        createSellableLine(7, bySix),
        createSellableLine(1, createSellableBox([createBoxContent(1, 1)])),
      ],
      [
        { index: 0, kind: 'stock', available: 9 },
        { index: 1, kind: 'step', step: 6 },
        { index: 2, kind: 'stock', available: 0 },
      ],
    ],
  ])('%s', (_, lines, expected) => expect(findLineIssues(lines, stock)).toEqual(expected));
});

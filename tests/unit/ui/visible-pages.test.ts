import { describe, expect, test } from 'vitest';
import { visiblePages } from '#client/ui/visible-pages.ts';

describe('visiblePages', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [3, 3, '1 2 3'],
    [1, 9, '1 2 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [9, 9, '1 … 8 9'],
  ])('visiblePages(%i, %i) returns %s', (page, count, shown) =>
    expect(
      visiblePages(page, count)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown),
  );
});

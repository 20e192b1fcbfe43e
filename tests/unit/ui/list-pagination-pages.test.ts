import { describe, expect, test } from 'vitest';
import { listPaginationPages } from '#client/ui/Pagination.tsx';

describe('listPaginationPages', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [3, 3, '1 2 3'],
    [1, 9, '1 2 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [9, 9, '1 … 8 9'],
  ])('listPaginationPages(%i, %i) returns %s', (page, count, shown) =>
    expect(
      listPaginationPages(page, count)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown),
  );
});

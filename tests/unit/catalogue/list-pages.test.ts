import { describe, expect, test } from 'vitest';
import { pageCount, paginationPages } from '#client/features/catalogue/list-pages.ts';

describe('paginationPages and pageCount', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [3, 3, '1 2 3'],
    [1, 9, '1 2 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [9, 9, '1 … 8 9'],
  ])('paginationPages(%i, %i) returns %s', (page, count, shown) =>
    expect(
      paginationPages(page, count)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown),
  );

  test('pageCount returns 1 for an empty list', () => expect(pageCount(0, 100)).toBe(1));
  test('pageCount returns 1 for a full page', () => expect(pageCount(100, 100)).toBe(1));
  test('pageCount returns 2 for one item more than a page', () => expect(pageCount(101, 100)).toBe(2));
});

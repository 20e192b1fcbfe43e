import { expect, test } from 'vitest';
import { pageCount } from '#client/core/page-count.ts';

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
])('pageCount of %i items in pages of 100 is %i', (total, pages) => expect(pageCount(total, 100)).toBe(pages));

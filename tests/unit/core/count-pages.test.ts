import { expect, test } from 'vitest';
import { countPages } from '#client/core/count-pages.ts';

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
])('countPages of %i items in pages of 100 is %i', (total, pages) => expect(countPages(total, 100)).toBe(pages));

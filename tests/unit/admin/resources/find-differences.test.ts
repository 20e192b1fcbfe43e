import { expect, test } from 'vitest';
import { findDifferences } from '#client/admin/resources/StaleItemDialog.tsx';

test('findDifferences names changed, added and removed fields', () => {
  const mine = { id: 1, $revision: 1, name: 'A', price: 5, tags: ['x'] };
  const theirs = { id: 1, $revision: 2, name: 'A', price: 6, tags: ['x'], year: 2024 };
  expect(findDifferences(mine, theirs).map(({ field }) => field)).toEqual(['price', 'year']);
});

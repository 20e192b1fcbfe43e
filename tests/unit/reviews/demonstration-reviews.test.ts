import { describe, expect, it } from 'vitest';
import { applyQueryToDemonstrationReviews } from '#server/api/reviews/demonstration-reviews.ts';
import type { ListQuery } from '#shared/list-query.ts';

/** The fictional reviews of a subject, newest first. */
const rows = [
  { id: 1, rating: 5, publishedOn: '2026-01-04' },
  { id: 2, rating: 4, publishedOn: '2026-01-03' },
  { id: 3, rating: 5, publishedOn: '2026-01-02' },
  { id: 4, rating: 4, publishedOn: '2026-01-01' },
].map((row) => ({
  ...row,
  siteId: 40,
  productId: 1,
  author: 'Ada',
  text: {},
  reply: null,
  experiencedOn: '2025-12-24',
}));

const listIds = (orderBy: ListQuery['orderBy']) =>
  applyQueryToDemonstrationReviews(rows, { filters: [], orderBy, nbItem: 10, page: 1 } as ListQuery).rows.map(
    ({ id }) => id,
  );

describe('applyQueryToDemonstrationReviews', () => {
  it.each<[string, ListQuery['orderBy'], number[]]>([
    ['newest first', null, [1, 2, 3, 4]],
    ['newest first', { field: 'date', isDescending: true }, [1, 2, 3, 4]],
    ['oldest first', { field: 'date', isDescending: false }, [4, 3, 2, 1]],
    ['best first, and the newest of each rating first', { field: 'rating', isDescending: true }, [1, 3, 2, 4]],
    ['worst first, and the newest of each rating first', { field: 'rating', isDescending: false }, [2, 4, 1, 3]],
  ])('lists %s', (_, orderBy, ids) => {
    expect(listIds(orderBy)).toEqual(ids);
  });
});

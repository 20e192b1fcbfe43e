import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toItemInput, toItemRecord, toListQuery } from '#client/admin/core/resource-adapter.ts';

describe('the records of the panel', () => {
  test('contain the fields of the item, its key as id and its revision', () => {
    const record = toItemRecord({ key: 12, revision: 3, item: { id: 12, name: 'Merlot' }, archivedAt: null });
    expect(record).toEqual({ id: 12, name: 'Merlot', $revision: 3, $archivedAt: null });
  });

  test.each([
    ['id', { id: 12, name: 'Merlot' }],
    ['slug', { name: 'Merlot' }],
  ])('are converted back to the item with the key %s', (key, item) => {
    expect(
      toItemInput(
        { key, input: z.object({ id: z.int(), name: z.string() }) },
        { id: 12, name: 'Merlot', $revision: 3, $archivedAt: null },
      ),
    ).toEqual(item);
  });

  test('have a fixed id if there is a single item', () => {
    expect(toItemRecord({ key: '', revision: 1, item: {}, archivedAt: null }).id).toBe('site');
  });
});

test('a list is ordered only by fields that the API can order by', () => {
  const pagination = { page: 2, perPage: 25 };
  const filter = { search: 'rosé', kind: ['red', 'white'] };
  expect(toListQuery({ pagination, sort: { field: 'name', order: 'DESC' }, filter }, ['name'])).toEqual({
    search: 'rosé',
    kind: 'red,white',
    page: 2,
    nbItem: 25,
    orderBy: '-name',
  });
  expect(toListQuery({ pagination, sort: { field: 'colour', order: 'ASC' } }, ['name'])).toEqual({
    page: 2,
    nbItem: 25,
  });
});

import { describe, expect, it } from 'vitest';
import {
  type EntryMoveDirection,
  findMoveInsertionPath,
  listEntries,
  moveEntry,
} from '#client/admin/pages/tree/move-entry.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';

const entry = (id: number, ...children: PageEntryInput[]): PageEntryInput => ({
  id,
  url: `e-${id}`,
  menuTitle: `${id}`,
  title: `${id}`,
  metaDescription: '',
  showInMenu: true,
  isText: false,
  type: 'CMS',
  ...(children.length > 0 && { children }),
});
/** The entries 1, 2 (with 3 and 4 inside) and 5. */
const tree = [entry(1), entry(2, entry(3), entry(4)), entry(5)];

/** Describes a tree by the ids of its entries. */
const show = (entries: readonly PageEntryInput[]): string =>
  entries.map(({ id, children = [] }) => (children.length > 0 ? `${id}(${show(children)})` : `${id}`)).join(' ');

describe('an entry of a page tree', () => {
  it.each<[EntryMoveDirection, number[], string | null]>([
    ['up', [1], '2(3 4) 1 5'],
    ['up', [0], null],
    ['down', [0], '2(3 4) 1 5'],
    ['down', [1, 0], '1 2(4 3) 5'],
    ['down', [2], null],
    ['in', [2], '1 2(3 4 5)'],
    ['in', [1], '1(2(3 4)) 5'],
    ['in', [0], null],
    ['out', [1, 0], '1 2(4) 3 5'],
    ['out', [2], null],
  ])('is moved %s from %j', (move, path, expected) => {
    const target = findMoveInsertionPath(tree, path, move);
    expect(target && show(moveEntry(tree, path, target))).toBe(expected);
  });

  it.each([
    [[0], [1, 1], '2(3 1 4) 5'],
    [[1, 1], [0], '4 1 2(3) 5'],
    [[2], [0, 0], '1(5) 2(3 4)'],
    [[1], [0], '2(3 4) 1 5'],
  ])('is dragged from %j to %j with everything inside', (from, to, expected) =>
    expect(show(moveEntry(tree, from, to))).toBe(expected),
  );

  it('is never moved into itself', () => expect(show(moveEntry(tree, [1], [1, 0]))).toBe(show(tree)));
});

it('listEntries lists parents before their children', () =>
  expect(listEntries(tree).map(({ entry: { id }, path }) => [id, path])).toEqual([
    [1, [0]],
    [2, [1]],
    [3, [1, 0]],
    [4, [1, 1]],
    [5, [2]],
  ]));

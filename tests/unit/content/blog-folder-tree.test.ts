import { describe, expect, it } from 'vitest';
import { listFolderPath, listFolderSubtreeIds } from '#shared/content/blog-folder-tree.ts';

const tree = (...parents: (number | null)[]) =>
  new Map(parents.map((parent, index) => [index + 1, { id: index + 1, parent }]));
const trailIds = (folders: ReturnType<typeof tree>, id: number) => listFolderPath(folders, id)?.map((one) => one.id);

describe('listFolderPath', () => {
  it('lists the folders from the top down to the folder', () =>
    expect(trailIds(tree(null, 1, 2), 3)).toEqual([1, 2, 3]));
  it('accepts five levels', () => expect(trailIds(tree(null, 1, 2, 3, 4), 5)).toHaveLength(5));
  it.each([
    ['an unknown folder', tree(null), 2],
    ['an unknown parent', tree(7), 1],
    ['a folder below itself', tree(2, 1), 1],
    ['a sixth level', tree(null, 1, 2, 3, 4, 5), 6],
  ])('returns null for %s', (_, folders, id) => expect(listFolderPath(folders, id)).toBeNull());
});

describe('listFolderSubtreeIds', () => {
  it('contains the folder and all folders below it', () =>
    expect(listFolderSubtreeIds(tree(null, 1, null, 2), 1)).toEqual([1, 2, 4]));
});

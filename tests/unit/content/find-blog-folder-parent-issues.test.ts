import { expect, it } from 'vitest';
import { findBlogFolderParentIssues } from '#shared/content/blog-folder-tree.ts';

const issue = (kind: string, value: number) => [{ refusal: 'unknown_reference', path: ['parent'], kind, value }];

it.each([
  ['accepts a folder at the top', [null], 1, []],
  ['accepts five levels', [null, 1, 2, 3, 4], 5, []],
  ['reports a parent that does not exist', [7], 1, issue('blog folder', 7)],
  ['reports a folder below itself', [2, 1], 1, issue('parent folder', 2)],
  ['reports a sixth level', [null, 1, 2, 3, 4, 5], 6, issue('parent folder', 5)],
])('findBlogFolderParentIssues %s', (_, parents: readonly (number | null)[], id, issues) => {
  const folders = new Map(parents.map((parent, index) => [index + 1, { id: index + 1, parent }]));
  expect(findBlogFolderParentIssues({ id, parent: parents[id - 1] ?? null }, folders)).toEqual(issues);
});

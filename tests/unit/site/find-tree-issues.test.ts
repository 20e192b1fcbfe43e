import { expect, it } from 'vitest';
import { findTreeIssues } from '#shared/site/find-tree-issues.ts';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';

const entry = (id: number, changes: Partial<PageEntryInput> = {}): PageEntryInput => ({
  id,
  url: `page-${id}`,
  menuTitle: 'Page',
  title: 'Page',
  metaDescription: '',
  showInMenu: true,
  isText: false,
  type: 'CMS',
  ...changes,
});
const known = { pages: new Set([1]), entryOwners: new Map([[9, 'en']]) };
const taken = (path: (string | number)[], value: number, owner: string) => [
  { refusal: 'already_exists', path, value, owner },
];

it.each([
  ['accepts pages that exist', [entry(1, { page: 1, children: [entry(2)] })], []],
  [
    'reports a page that does not exist',
    [entry(1, { children: [entry(2, { page: 7 })] })],
    [{ refusal: 'unknown_reference', path: ['entries', 0, 'children', 0, 'page'], kind: 'page', value: 7 }],
  ],
  [
    'reports an entry of another language',
    [entry(1), entry(2, { children: [entry(9)] })],
    taken(['entries', 1, 'children', 0, 'id'], 9, 'en'),
  ],
  ['reports an entry that the tree has twice', [entry(1), entry(1)], taken(['entries', 1, 'id'], 1, 'fr_FR')],
])('findTreeIssues %s', (_, entries, issues) => {
  expect(findTreeIssues({ entries, owner: 'fr_FR' }, known)).toEqual(issues);
});

import { expect, it } from 'vitest';
import { findPopupReferenceIssues } from '#shared/site/find-popup-reference-issues.ts';

it.each([
  ['accepts entries of the page trees', [1], []],
  [
    'reports an entry that no page tree has',
    [1, 7],
    [{ refusal: 'unknown_reference', path: ['pageEntries', 1], kind: 'page entry', value: 7 }],
  ],
])('findPopupReferenceIssues %s', (_, pageEntries, issues) => {
  expect(findPopupReferenceIssues({ pageEntries }, new Set([1]))).toEqual(issues);
});

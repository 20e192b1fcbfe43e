import { expect, it } from 'vitest';
import { findReferenceIssuesOfPopup } from '#shared/site/popup-input.ts';

it.each([
  ['accepts entries of the page trees', [1], []],
  [
    'reports an entry that no page tree has',
    [1, 7],
    [{ refusal: 'unknown_reference', path: ['pageEntries', 1], kind: 'page entry', value: 7 }],
  ],
])('findReferenceIssuesOfPopup %s', (_, pageEntries, issues) => {
  expect(findReferenceIssuesOfPopup({ pageEntries }, new Set([1]))).toEqual(issues);
});

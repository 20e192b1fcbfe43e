import { expect, it } from 'vitest';
import { findUnknownPopupEntries } from '#shared/site/find-unknown-popup-entries.ts';

it.each([
  ['accepts entries of the page trees', [1], []],
  [
    'reports an entry that no page tree has',
    [1, 7],
    [{ refusal: 'unknown_reference', path: ['pageEntries', 1], kind: 'page entry', value: 7 }],
  ],
])('findUnknownPopupEntries %s', (_, pageEntries, issues) => {
  expect(findUnknownPopupEntries({ pageEntries }, new Set([1]))).toEqual(issues);
});

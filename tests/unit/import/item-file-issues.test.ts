import { expect, it } from 'vitest';
import { toItemFileIssues } from '#server/import/content-file-issues.ts';

it.each([
  [
    'an unknown reference',
    { refusal: 'unknown_reference', path: ['tags', 1], kind: 'tag', value: 'none' },
    { path: '3.tags.1', reason: 'there is no tag none' },
  ],
  [
    'an unknown page',
    { refusal: 'unknown_reference', path: ['page'], kind: 'page', value: 7 },
    { path: '3.page', reason: 'pages.json has no page 7' },
  ],
  [
    'a taken slug',
    { refusal: 'already_exists', path: ['slug'], value: 'harvest', owner: 'in content/news/a.json' },
    { path: '3.slug', reason: 'the slug "harvest" is used already in content/news/a.json' },
  ],
  [
    'missing pickup points',
    { refusal: 'pickup_points_missing', path: ['deliveryType'] },
    { path: '3.deliveryType', reason: 'is PICKUP, and relay-points.json has no relay point' },
  ],
] as const)('toItemFileIssues gives path and reason of %s', (_, issue, expected) => {
  expect(toItemFileIssues([issue], 3)).toEqual([expected]);
});

import { expect, it } from 'vitest';
import { findTakenElementValues } from '#shared/elements/element-input.ts';

const owners = { slugs: new Map([['open-days', 2]]), slots: new Map([[7, 3]]) };

it.each([
  ['accepts a slug and dates of its own', 'harvest', 1, []],
  [
    'reports a slug of another element in any language',
    { fr_FR: 'portes-ouvertes', en: 'open-days' },
    1,
    [{ refusal: 'already_exists', path: ['slug'], value: 'open-days', owner: 2 }],
  ],
  [
    'reports a date of another element',
    'harvest',
    7,
    [{ refusal: 'already_exists', path: ['slots', 0, 'id'], value: 7, owner: 3 }],
  ],
])('findTakenElementValues %s', (_, slug, id, issues) => {
  expect(findTakenElementValues({ slug, slots: [{ id }] }, owners)).toEqual(issues);
});

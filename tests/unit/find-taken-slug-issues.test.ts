import { expect, it } from 'vitest';
import { findTakenSlugIssues } from '#shared/find-taken-slug-issues.ts';

const owners = new Map([['harvest', 2]]);
const taken = { refusal: 'already_exists', path: ['slug'], value: 'harvest', owner: 2 };

it.each([
  ['accepts a slug that no other item has', 'vendanges', []],
  ['reports a slug of all languages that another item has', 'harvest', [taken]],
  ['reports a slug of one language that another item has', { fr_FR: 'vendanges', en: 'harvest' }, [taken]],
  ['reports a slug of two languages once', { fr_FR: 'harvest', en: 'harvest' }, [taken]],
])('findTakenSlugIssues %s', (_, slug, issues) => {
  expect(findTakenSlugIssues({ slug }, owners)).toEqual(issues);
});

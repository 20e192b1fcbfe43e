import { expect, it } from 'vitest';
import { findFormReferenceIssuesOfSections } from '#shared/site/section-forms.ts';

it.each([
  ['accepts the contact form and a form that exists', [{ kind: 'form' }, { kind: 'form', form: 1 }], []],
  [
    'reports a form that does not exist',
    [{ kind: 'text' }, { kind: 'form', form: 7 }],
    [{ refusal: 'unknown_reference', path: ['sections', 1, 'form'], kind: 'form', value: 7 }],
  ],
])('findFormReferenceIssuesOfSections %s', (_, sections, issues) => {
  expect(findFormReferenceIssuesOfSections({ sections }, new Set([1]))).toEqual(issues);
});

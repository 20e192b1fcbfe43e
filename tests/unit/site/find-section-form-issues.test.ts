import { expect, it } from 'vitest';
import { findSectionFormIssues } from '#shared/site/section-forms.ts';

it.each([
  ['accepts the contact form and a form that exists', [{ kind: 'form' }, { kind: 'form', form: 1 }], []],
  [
    'reports a form that does not exist',
    [{ kind: 'text' }, { kind: 'form', form: 7 }],
    [{ refusal: 'unknown_reference', path: ['sections', 1, 'form'], kind: 'form', value: 7 }],
  ],
])('findSectionFormIssues %s', (_, sections, issues) => {
  expect(findSectionFormIssues({ sections }, new Set([1]))).toEqual(issues);
});

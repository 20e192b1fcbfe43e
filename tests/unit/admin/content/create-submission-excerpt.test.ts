import { expect, it } from 'vitest';
import { createSubmissionExcerpt } from '#client/admin/content/SubmissionList.tsx';

const answer = (name: string, ...answers: string[]) => ({ name, label: name, answers });

it.each([
  ['the longest answer', [answer('name', 'Jeanne'), answer('message', 'May we visit?')], 'May we visit?'],
  ['several choices as one text', [answer('wines', 'Red', 'White')], 'Red, White'],
  ['a text of several lines as one line', [answer('message', 'Hello\n\nMay we visit?')], 'Hello May we visit?'],
  ['no email address', [answer('email', 'Jeanne@Example.com'), answer('name', 'Jeanne')], 'Jeanne'],
  ['nothing without answers', [], ''],
])('the summary of a submission contains %s', (_, answers, expected) => {
  expect(createSubmissionExcerpt({ answers, email: 'jeanne@example.com' })).toBe(expected);
});

it('the summary of a long message ends with an ellipsis', () => {
  const summary = createSubmissionExcerpt({ answers: [answer('message', 'word '.repeat(100))], email: '' });
  expect(summary).toMatch(/^word .*word…$/);
  expect(summary.length).toBeLessThanOrEqual(80);
});

import { describe, expect, test } from 'vitest';
import { containsEmail, redactEmail } from '#shared/redact-email.ts';

describe('an email address in a text', () => {
  test.each([
    'ada@mail.example',
    'Write to Ada@Mail.example.',
    '(ada@mail.example), or by telephone',
    'mailto:ada@mail.example?subject=x',
  ])('is found in %j', (text) => expect(containsEmail(text, 'ada@mail.example')).toBe(true));

  test.each([
    'jean.ada@mail.example',
    'ada@mail.example.org',
    'ada@mail.examples',
    'ada+wine@mail.example',
    'élada@mail.example',
  ])('is not found in %j', (text) => expect(containsEmail(text, 'ada@mail.example')).toBe(false));

  test('is masked wherever it stands', () => {
    expect(redactEmail('ADA@mail.example or ada@mail.example.', 'ada@mail.example')).toBe('[…] or […].');
    for (const email of ['a+b@mail.example', 'a-b@my-mail.example', 'a$1@mail.example'])
      expect(redactEmail(`<${email}>`, email)).toBe('<[…]>');
  });
});

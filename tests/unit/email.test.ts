import { expect, test } from 'vitest';
import { formatMailSender } from '#server/api/mail/mail-address.ts';
import { Email } from '#shared/accounts/account-fields.ts';

test.each([
  ['jean@château.example', 'jean@xn--chteau-xta.example'],
  ['jean@domaine.xn--p1ai', 'jean@domaine.xn--p1ai'],
  ['o&m@mail.example', 'o&m@mail.example'],
  ['jean/vin@mail.example', 'jean/vin@mail.example'],
  ['\u200bjean@mail.example\ufeff', 'jean@mail.example'],
  ['\u00a0jean@mail.example\u00a0', 'jean@mail.example'],
  ["o'neill+vin@mail.museum", "o'neill+vin@mail.museum"],
])('the address %j is accepted as %j', (entered, stored) => expect(Email.parse(entered)).toBe(stored));

test.each([
  '',
  'jean',
  '@mail.example',
  'jean@mail',
  'jean@-mail.example',
  'jean@mail..example',
  'jean.@mail.example',
  'jean@1.2',
  'jean@mail.example/x',
  'jean@château/x.example',
  'jérôme@mail.example',
  'a@b@mail.example',
  `${'a'.repeat(65)}@mail.example`,
])('the address %j is refused', (entered) => expect(Email.safeParse(entered).success).toBe(false));

test('a mail is sent from the ASCII form of an accented domain', () =>
  expect(formatMailSender({ name: 'Jean', address: 'jean@château.example' })).toBe(
    '"Jean" <jean@xn--chteau-xta.example>',
  ));

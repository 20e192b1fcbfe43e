import { describe, expect, test } from 'vitest';
import { formatSender, parseSender, requireMailAddress, toHeaderValue } from '#server/api/mail/mail-address.ts';

describe('mail headers and addresses', () => {
  test.each([
    ['a\r\nb', 'a b'],
    ['a\u2028b\u0000c', 'a b c'],
    ['  a \t b ', 'a b'],
    ['invoice\u202etxt.exe', 'invoice txt.exe'],
  ])('toHeaderValue converts %j to a single line', (given, line) => expect(toHeaderValue(given)).toBe(line));

  test('parseSender inverts formatSender', () => {
    const sender = { name: 'Château "Le\r\n Clos", fils', address: 'a@b.example' };
    expect(parseSender(formatSender(sender))).toEqual({ name: 'Château Le Clos, fils', address: 'a@b.example' });
  });

  test.each(['a@b', 'a.b+c@d.example', 'é@château.example'])('requireMailAddress accepts %s', (address) =>
    expect(requireMailAddress(address)).toBe(address),
  );
});

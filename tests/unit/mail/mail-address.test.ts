import { describe, expect, test } from 'vitest';
import {
  formatMailSender,
  parseMailSenderOrThrow,
  requireValidMailAddress,
  sanitiseMailHeaderText,
} from '#server/api/mail/mail-address.ts';

describe('mail headers and addresses', () => {
  test.each([
    ['a\r\nb', 'a b'],
    ['a\u2028b\u0000c', 'a b c'],
    ['  a \t b ', 'a b'],
    ['invoice\u202etxt.exe', 'invoice txt.exe'],
  ])('sanitiseMailHeaderText converts %j to a single line', (given, line) =>
    expect(sanitiseMailHeaderText(given)).toBe(line),
  );

  test('parseMailSenderOrThrow inverts formatMailSender', () => {
    const sender = { name: 'Château "Le\r\n Clos", fils', address: 'a@b.example' };
    expect(parseMailSenderOrThrow(formatMailSender(sender))).toEqual({
      name: 'Château Le Clos, fils',
      address: 'a@b.example',
    });
  });

  test.each(['a@b', 'a.b+c@d.example', 'é@xn--chteau-xta.example'])('requireValidMailAddress accepts %s', (address) =>
    expect(requireValidMailAddress(address)).toBe(address),
  );
});

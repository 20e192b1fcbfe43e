import { describe, expect, test } from 'vitest';
import { buildPhoneHref, optionalPhonePattern } from '#shared/phone.ts';

describe('optionalPhonePattern', () => {
  test.each(['', '+33 5 45 00 00 00', '05.45.00.00.00', '(05) 45-00-00', '123456'])('accepts %j', (phone) =>
    expect(phone).toMatch(optionalPhonePattern),
  );

  test.each(['12345', 'abcdef', '05 45 x', '++33545000000'])('rejects %j', (phone) =>
    expect(phone).not.toMatch(optionalPhonePattern),
  );
});

test.each([
  ['05 36 49 40 40', 'tel:+33536494040'],
  ['+33 5 36 49 24 10', 'tel:+33536492410'],
  ['(0033) 5.36', 'tel:0033536'],
])('buildPhoneHref converts %s to %s', (phone, href) => expect(buildPhoneHref(phone)).toBe(href));

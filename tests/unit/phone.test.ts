import { describe, expect, test } from 'vitest';
import { optionalPhonePattern } from '#shared/phone.ts';

describe('optionalPhonePattern', () => {
  test.each(['', '+33 5 45 00 00 00', '05.45.00.00.00', '(05) 45-00-00', '123456'])('accepts %j', (phone) =>
    expect(phone).toMatch(optionalPhonePattern),
  );

  test.each(['12345', 'abcdef', '05 45 x', '++33545000000'])('rejects %j', (phone) =>
    expect(phone).not.toMatch(optionalPhonePattern),
  );
});

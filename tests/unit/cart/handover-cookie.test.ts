import { describe, expect, test } from 'vitest';
import { formatHandoverCookieValue, parseHandoverCookieValue } from '#shared/accounts/handover/handover-cookie.ts';

const line = (idProduct: number, id = idProduct, quantity = 6) => ({ idProduct, id, quantity });

describe('handover cookie', () => {
  test.each([
    ['an empty cart', { lines: [], code: '' }],
    ['lines and a code', { lines: [line(1), line(2_147_483_647, 35, 99_999)], code: 'ÉTÉ; 10%' }],
  ])('restores %s', (_, cart) => {
    const value = formatHandoverCookieValue(cart) ?? '';
    expect(value).toMatch(/^[\w.~%-]+$/);
    expect(parseHandoverCookieValue(value)).toEqual(cart);
  });

  test('holds the maximum of 200 lines of an ordinary catalogue', () => {
    const lines = Array.from({ length: 200 }, (_, index) => line(10_000 + index));
    expect(parseHandoverCookieValue(formatHandoverCookieValue({ lines, code: '' }) ?? '')?.lines).toEqual(lines);
  });

  test('is omitted if it would exceed the size of a cookie', () => {
    const lines = Array.from({ length: 200 }, () => line(2_147_483_647, 2_147_483_647, 99_999));
    expect(formatHandoverCookieValue({ lines, code: '' })).toBeNull();
  });

  test.each(['', 'x', '1.2_~', '1.2.3~', '~%E0'])('refuses %j', (value) =>
    expect(parseHandoverCookieValue(value)).toBeNull(),
  );
});

import { expect, test } from 'vitest';
import { freshMark, freshWord, requestBytes } from '../../../bench/load/load-plan.ts';

test('a word takes exactly the place of its mark, and no two are alike', () => {
  const begun = Date.UTC(2_100, 0);
  const words = [0, 1, 35, 36, 99_999_999].map((count) => freshWord(begun, count));
  for (const word of words) expect(word).toMatch(/^[0-9a-z-]+$/);
  for (const word of words) expect(word).toHaveLength(freshMark.length);
  expect(new Set([...words, ...[0, 1].map((count) => freshWord(begun + 1, count))]).size).toBe(7);
});

test('a request has its host, its headers in small letters and the length of its body in bytes', () => {
  const request = { path: '/api/order', method: 'POST' as const, headers: { 'Idempotency-Key': freshMark }, body: 'é' };
  expect(requestBytes(request, 'a.example').toString()).toBe(
    `POST /api/order HTTP/1.1\r\nhost: a.example\r\nidempotency-key: ${freshMark}\r\ncontent-length: 2\r\n\r\né`,
  );
});

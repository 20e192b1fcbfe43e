import { expect, test } from 'vitest';
import { parseAcceptEncoding } from '#server/storefront/cache/accept-encoding.ts';

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['br;q=0.1, gzip;q=0.9', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br; q=1.0 , gzip; q=0.5', ['br', 'gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['identity;q=0, *', ['br', 'gzip']],
  ['identity', ['identity']],
  ['identity;q=1, br;q=0.5', ['identity', 'br']],
  ['br;q=nonsense', ['identity']],
  ['br;q=2', ['identity']],
  ['deflate', ['identity']],
  ['identity;q=0', ['identity']],
])('parseAcceptEncoding returns for "%s" %j', (header, expected) => {
  expect(parseAcceptEncoding(header)).toEqual(expected);
});

test('parseAcceptEncoding reads only the beginning of a long header', () => {
  expect(parseAcceptEncoding(`gzip, ${'x,'.repeat(8_000)} br`)).toEqual(['gzip', 'identity']);
});

test('parseAcceptEncoding accepts thousands of different headers', () => {
  for (let i = 0; i < 5_000; i++) expect(parseAcceptEncoding(`br, x${i}`)[0]).toBe('br');
});

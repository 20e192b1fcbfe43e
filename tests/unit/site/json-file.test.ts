import { describe, expect, test } from 'vitest';
import { decodeText, findDuplicateKey } from '#shared/site/json-file.ts';

describe('decodeText', () => {
  test('decodes UTF-8 and an empty file', () => {
    expect(decodeText(Buffer.from('Cuvée 🍇'))).toBe('Cuvée 🍇');
    expect(decodeText(Buffer.alloc(0))).toBe('');
  });

  test.each([
    ['a byte order mark', Buffer.from('\uFEFF{}'), 'begins with a byte order mark'],
    ['little-endian UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'UTF-16'],
    ['big-endian UTF-16', Buffer.from('{}', 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252', Buffer.from('Cuvée', 'latin1'), 'not UTF-8'],
  ])('refuses %s and says how to save the file', (_, bytes, reason) => {
    expect(() => decodeText(bytes)).toThrow(reason);
  });
});

describe('findDuplicateKey', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":[{"c":1},{"c":1,"d":[],"c":2}]}}', 'a.b.1.c'],
    ['{"a":"}\\"a","\\u0061":2}', 'a'],
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}],"d":"a"}', null],
    ['["a","a"]', null],
    ['"a"', null],
  ])('finds the repeated key of %s', (json, path) => {
    expect(findDuplicateKey(json)).toBe(path);
  });

  test('takes linear time for a large file', () => {
    const json = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'x' })));
    const startedAt = performance.now();
    expect(findDuplicateKey(json)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

import fc from 'fast-check';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { keepDeclaredQueryParameters, parseRequestUrl } from '#server/storefront/pages/parse-request-url.ts';

describe('parseRequestUrl', () => {
  test.each([
    ['/', '/'],
    ['/nos-vins', '/nos-vins'],
    ['/actualites/vendanges/3', '/actualites/vendanges/3'],
    ['/ch%C3%A2teau', '/ch%C3%A2teau'],
    ['/ch%c3%a2teau', '/ch%C3%A2teau'],
    ['/%6eos-vins', '/nos-vins'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a b', '/a%20b'],
    ['/a:b@c', '/a:b@c'],
  ])('returns for %s the page %s', (url, pathname) => {
    expect(parseRequestUrl(url)).toEqual({ kind: 'page', pathname, query: '' });
  });

  test.each([
    ['/contact/', '/contact'],
    ['//contact', '/contact'],
    ['/a//b///', '/a/b'],
    ['//evil.com/x', '/evil.com/x'],
    ['///', '/'],
    ['/contact/?from=x', '/contact?from=x'],
  ])('redirects %s to %s', (url, location) => {
    expect(parseRequestUrl(url)).toEqual({ kind: 'moved', location });
  });

  test.each([
    '',
    'contact',
    'http://other.fr/',
    '/%',
    '/%zz',
    '/%ff',
    '/a/../b',
    '/%2e%2e/b',
    '/./a',
    '/a%00b',
    '/%E2%80%A8',
    '/a%E2%80%A9b',
    '/%C2%85',
    `/${'x'.repeat(2_000)}`,
    `/?${'x'.repeat(3_000)}`,
  ])('rejects "%s" as malformed', (url) => {
    expect(parseRequestUrl(url)).toEqual({ kind: 'malformed' });
  });

  test('accepts only paths that a route for any path matches', () => {
    const segment = fc.string({ unit: 'binary', maxLength: 5 }).map(encodeURIComponent);
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const address = parseRequestUrl(`/${segments.join('/')}`);
        return address.kind !== 'page' || matchRoutes([{ path: '*' }], address.pathname) !== null;
      }),
      { numRuns: 2_000 },
    );
  });

  test('returns a normal form that is stable and on the same host', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const address = parseRequestUrl(`/${path}`);
        if (address.kind === 'malformed') return;
        const normalised = address.kind === 'moved' ? address.location : address.pathname;
        expect(normalised).toMatch(/^\/(?!\/)/);
        expect(parseRequestUrl(normalised)).toMatchObject({ kind: 'page', pathname: normalised });
      }),
    );
  });
});

describe('keepDeclaredQueryParameters', () => {
  test.each([
    ['utm_source=mail&gclid=1', ''],
    ['page=2&kind=red', 'kind=red&page=2'],
    ['kind=red&page=2&fbclid=9', 'kind=red&page=2'],
    ['kind=&page=2', 'page=2'],
    ['kind=red&kind=white&kind=red', 'kind=red&kind=white'],
    ['kind=ros%c3%a9', 'kind=ros%C3%A9'],
    ['kind=a+b', 'kind=a%20b'],
    ['KIND=red', ''],
    ['kind=%', 'kind=%25'],
    ['&&&', ''],
  ])('normalises %s to "%s"', (query, declared) => {
    expect(keepDeclaredQueryParameters(query, ['kind', 'page'])).toBe(declared);
  });

  test('returns an empty query for a page without declared parameters', () => {
    expect(keepDeclaredQueryParameters('page=2', [])).toBe('');
  });

  test('returns null for too many values', () => {
    const many = Array.from({ length: 50 }, (_, i) => `kind=${i}`).join('&');
    expect(keepDeclaredQueryParameters(many, ['kind'])).toBeNull();
  });

  test('does not depend on the order of parameters', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a=1', 'b=2', 'c=3', 'x=4'], { minLength: 4 }), (parts) => {
        expect(keepDeclaredQueryParameters(parts.join('&'), ['c', 'a', 'b'])).toBe('c=3&a=1&b=2');
      }),
    );
  });
});

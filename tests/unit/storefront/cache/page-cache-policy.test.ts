import { describe, expect, test } from 'vitest';
import { decideDocumentCacheability } from '#server/storefront/cache/page-cache-policy.ts';

describe('decideDocumentCacheability', () => {
  test.each([
    ['stores and shares a page', 200, true, {}, true, true],
    ['neither stores nor shares a page that the renderer marks uncacheable', 200, false, {}, false, false],
    ['neither stores nor shares a page that sets a cookie', 200, true, { 'Set-Cookie': 'a=b' }, false, false],
    ['neither stores nor shares a page with no-store', 200, true, { 'Cache-Control': 'no-store' }, false, false],
    ['neither stores nor shares a private page', 200, true, { 'cache-control': 'private, max-age=0' }, false, false],
    ['shares and does not store a 404', 404, true, {}, false, true],
    ['shares and does not store a 404 that the renderer marks uncacheable', 404, false, {}, false, true],
    ['shares and does not store a 503', 503, false, { 'retry-after': '30' }, false, true],
    ['shares and does not store a 500', 500, true, {}, false, true],
    ['neither stores nor shares a 503 that sets a cookie', 503, false, { 'set-cookie': 'a=b' }, false, false],
  ] as const)('%s', (_, status, isCacheable, headers, isStorable, isShareable) => {
    expect(decideDocumentCacheability({ status, isCacheable, headers, isSecret: false })).toMatchObject({
      isStorable,
      isShareable,
    });
  });

  test('stores the page of a site that is being built', () => {
    expect(
      decideDocumentCacheability({ status: 503, isCacheable: false, headers: {}, isSecret: false, isBuilding: true }),
    ).toMatchObject({
      isStorable: true,
      isShareable: true,
    });
  });

  test('stores the page that all unknown paths share', () => {
    expect(
      decideDocumentCacheability({ status: 404, isCacheable: true, headers: {}, isSecret: false, isNotFound: true }),
    ).toEqual({ isStorable: true, isShareable: true });
  });

  test('stores nothing in development', () => {
    expect(
      decideDocumentCacheability({ status: 200, isCacheable: true, headers: {}, isSecret: false, isDevelopment: true }),
    ).toEqual({ isStorable: false, isShareable: true });
  });

  test.each([200, 404, 500, 503])('neither stores nor shares a page at a secret address with status %i', (status) => {
    expect(decideDocumentCacheability({ status, isCacheable: true, headers: {}, isSecret: true })).toMatchObject({
      isStorable: false,
      isShareable: false,
    });
  });
});

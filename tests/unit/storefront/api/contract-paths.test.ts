import { describe, expect, test } from 'vitest';
import { findContractRoutePattern, isApiContractPath } from '#server/storefront/api/contract-paths.ts';

describe('findContractRoutePattern', () => {
  test.each([
    ['GET', '/parameter', '/parameter'],
    ['HEAD', '/parameter', '/parameter'],
    ['GET', '/product/7', '/product/{id}'],
    ['PUT', '/product/quantities', '/product/quantities'],
    ['GET', '/cities/16/250', '/cities/{search}/{idCountry}'],
    ['POST', '/parameter', null],
    ['GET', '/internal/changes', null],
    ['GET', '/internal/script/abc', null],
    ['GET', '/readyz', null],
    ['GET', '/product/7/secret', null],
    ['GET', '/parameter/', null],
    ['GET', '//parameter', null],
    ['GET', '/Parameter', null],
  ])('returns for %s %s the route %s', (method, path, route) => {
    expect(findContractRoutePattern(method, path)).toBe(route);
  });

  test('isApiContractPath ignores the method', () => {
    expect(isApiContractPath('/parameter')).toBe(true);
    expect(isApiContractPath('/internal/changes')).toBe(false);
  });
});

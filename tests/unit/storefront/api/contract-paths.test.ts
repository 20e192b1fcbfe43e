import { describe, expect, test } from 'vitest';
import {
  findContractRoutePattern,
  isApiContractPath,
  isFileDownloadCall,
  isPasswordHashingCall,
} from '#server/storefront/api/contract-paths.ts';
import { completeApiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';

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

  test('returns the route of every call of the contract, and no other that matches its path', () => {
    for (const [name, { fileType, workload }] of Object.entries<Endpoint>(completeApiContract)) {
      const [method = '', route = ''] = name.split(' ');
      const path = route.replace(/\{\w+\}/g, '7');
      expect(findContractRoutePattern(method, path), name).toBe(route);
      expect(isFileDownloadCall(method, path), name).toBe(fileType !== undefined);
      expect(isPasswordHashingCall(method, path), name).toBe(workload === 'passwordHash');
    }
  });

  test('isApiContractPath ignores the method', () => {
    expect(isApiContractPath('/parameter')).toBe(true);
    expect(isApiContractPath('/internal/changes')).toBe(false);
  });
});

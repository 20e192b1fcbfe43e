import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { contractRoute, isContractPath } from '#server/storefront/gateway/contract-paths.ts';
import { writeFault } from '#server/storefront/gateway/origin-check.ts';
import { tokenOf } from '#server/storefront/gateway/token-cookie.ts';

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
])('%s %s is the call %s', (method, path, route) => {
  expect(contractRoute(method, path)).toBe(route);
});

test('a path of the contract is known under any method', () => {
  expect(isContractPath('/parameter')).toBe(true);
  expect(isContractPath('/internal/changes')).toBe(false);
});

const request = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as FastifyRequest;
const json = { 'content-type': 'application/json', 'content-length': '2' };

test.each([
  ['a read needs nothing', 'GET', { origin: 'https://evil.com' }, null],
  ['a write of the site’s own page', 'PUT', { ...json, origin: 'https://a.fr', 'sec-fetch-site': 'same-origin' }, null],
  ['a write without a browser', 'PUT', json, null],
  ['a write at another port of the same host', 'PUT', { ...json, origin: 'http://A.fr:3000' }, null],
  ['a write of another origin', 'PUT', { ...json, origin: 'https://evil.com' }, 403],
  ['a write of a hidden origin', 'PUT', { ...json, origin: 'null' }, 403],
  ['a write of a look-alike', 'PUT', { ...json, origin: 'https://a.fr.evil.com' }, 403],
  ['a write that the browser calls cross-site', 'PUT', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
  ['a form', 'POST', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '2' }, 415],
  ['plain text', 'POST', { 'content-type': 'text/plain', 'content-length': '2' }, 415],
  ['a body of no type', 'POST', { 'content-length': '2' }, 415],
  ['a streamed body of no type', 'POST', { 'transfer-encoding': 'chunked' }, 415],
  ['almost JSON', 'POST', { 'content-type': 'application/jsonp', 'content-length': '2' }, 415],
  ['an upload', 'POST', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2' }, null],
  ['no body', 'DELETE', {}, null],
] as const)('%s', (_, method, headers, fault) => {
  expect(writeFault(request(method, headers), 'a.fr')).toBe(fault);
});

test.each([
  ['token=abc', 'abc'],
  ['a=b; token=abc; c=d', 'abc'],
  ['xtoken=abc', undefined],
  ['token=', undefined],
  ['token=a b', undefined],
  ['token=a\r\nb', undefined],
  [undefined, undefined],
])('the token of the cookie "%s" is %s', (cookie, token) => {
  expect(tokenOf(cookie)).toBe(token);
});

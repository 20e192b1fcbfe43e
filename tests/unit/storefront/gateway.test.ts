import cookiePlugin from '@fastify/cookie';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isContractPath, matchContractRoute } from '#server/storefront/contract-paths.ts';
import { readToken } from '#server/storefront/gateway/token-cookie.ts';
import { writeRefusalStatus } from '#server/storefront/gateway/write-check.ts';

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
  expect(matchContractRoute(method, path)).toBe(route);
});

test('a path of the contract is known under any method', () => {
  expect(isContractPath('/parameter')).toBe(true);
  expect(isContractPath('/internal/changes')).toBe(false);
});

const request = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as FastifyRequest;
const json = { 'content-type': 'application/json', 'content-length': '2' };
const origin = (origin: string) => ({ ...json, origin });

test.each([
  ['a read needs nothing', 'GET', { origin: 'https://evil.com' }, null],
  ['a write of the site’s own page', 'PUT', { ...origin('https://a.fr'), 'sec-fetch-site': 'same-origin' }, null],
  ['a write without a browser', 'PUT', json, null],
  ['a write of a browser that was told by hand', 'PUT', { ...json, 'sec-fetch-site': 'none' }, null],
  ['a write of another origin', 'PUT', origin('https://evil.com'), 403],
  ['a write of a hidden origin', 'PUT', origin('null'), 403],
  ['a write of a hidden origin across sites', 'PUT', { ...origin('null'), 'sec-fetch-site': 'cross-site' }, 403],
  ['a write of a page that hides its origin', 'PUT', { ...origin('null'), 'sec-fetch-site': 'same-origin' }, null],
  ['a write of no origin at all', 'PUT', origin(''), 403],
  ['a write of a look-alike', 'PUT', origin('https://a.fr.evil.com'), 403],
  ['a write of the domain above', 'PUT', origin('https://fr'), 403],
  ['a write of a neighbour', 'PUT', { ...origin('https://b.a.fr'), 'sec-fetch-site': 'same-site' }, 403],
  ['a write of a neighbour that hides where it is', 'PUT', { ...json, 'sec-fetch-site': 'same-site' }, 403],
  ['a write that the browser calls cross-site', 'PUT', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
  [
    'a write that claims the right origin across sites',
    'PUT',
    { ...origin('https://a.fr'), 'sec-fetch-site': 'cross-site' },
    403,
  ],
  ['a form', 'POST', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '2' }, 415],
  ['plain text', 'POST', { 'content-type': 'text/plain', 'content-length': '2' }, 415],
  ['a body of no type', 'POST', { 'content-length': '2' }, 415],
  ['a streamed body of no type', 'POST', { 'transfer-encoding': 'chunked' }, 415],
  ['almost JSON', 'POST', { 'content-type': 'application/jsonp', 'content-length': '2' }, 415],
  ['an upload', 'POST', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2' }, null],
  ['no body', 'DELETE', {}, null],
] as const)('%s', (_, method, headers, fault) => {
  expect(writeRefusalStatus(request(method, headers), 'a.fr', 'https://a.fr')).toBe(fault);
});

test.each([
  ['localhost:3000', 'http://localhost:3000', null],
  ['localhost:3000', 'http://localhost:9999', 403],
  ['localhost:3000', 'http://localhost', 403],
  ['localhost', 'http://localhost', null],
  ['127.0.0.1:3000', 'http://localhost:3000', 403],
  ['[::1]:3000', 'http://[::1]:3000', null],
  ['A.fr', 'https://a.fr', null],
  ['a.fr:443', 'https://a.fr', null],
  ['a.fr:80', 'http://a.fr', null],
  ['a.fr:80', 'https://a.fr', 403],
  ['a.fr:8443', 'https://a.fr:8443', null],
  ['a.fr:8443', 'https://a.fr', 403],
  // A proxy may leave out the port of the site's own, published origin.
  ['shop.fr', 'https://shop.fr:8443', null],
  ['', 'https://a.fr', 403],
])('of a write to %j from %s is said: %j', (host, from, fault) => {
  expect(writeRefusalStatus(request('PUT', origin(from)), host, 'https://shop.fr:8443')).toBe(fault);
});

const parser = Fastify().register(cookiePlugin);
beforeAll(async () => void (await parser.ready()));
afterAll(() => parser.close());

const tokenIn = (cookie: string | undefined) =>
  readToken({ cookies: parser.parseCookie(cookie ?? ''), headers: cookie === undefined ? {} : { cookie } });
const [token, other] = ['T'.repeat(43), 'o'.repeat(43)];

test.each([
  [`token=${token}`, token],
  [`a=b; token=${token}; c=d`, token],
  [`a=b;token = ${token}`, token],
  [`xtoken=${token}`, undefined],
  ['token=', undefined],
  ['token', undefined],
  ['token=short', undefined],
  [`token=${token} ${token}`, undefined],
  [`token=${token}\r\nb`, undefined],
  [undefined, undefined],
  // Another program under the same domain has a cookie of that name, too.
  [`token=eyJhbGciOiJub25lIn0.e30.c2ln; token=${token}`, token],
  [`token=${token}; token=${token}`, token],
])('the token of the cookie "%s" is %s', (cookie, expected) => {
  expect(tokenIn(cookie)).toEqual({ token: expected, isContested: false });
});

test('ignores the token where a request carries two different ones', () => {
  expect(tokenIn(`token=${token}; a=b; token=${other}`)).toEqual({ token: undefined, isContested: true });
});

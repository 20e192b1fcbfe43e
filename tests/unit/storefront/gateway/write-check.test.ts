import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { findWriteRefusalStatus } from '#server/storefront/gateway/write-check.ts';

const request = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as FastifyRequest;
const json = { 'content-type': 'application/json', 'content-length': '2' };
const origin = (origin: string) => ({ ...json, origin });

describe('findWriteRefusalStatus', () => {
  test.each([
    ['accepts a read of another origin', 'GET', { origin: 'https://evil.com' }, null],
    [
      'accepts a write of the site’s own page',
      'PUT',
      { ...origin('https://a.fr'), 'sec-fetch-site': 'same-origin' },
      null,
    ],
    ['accepts a write without browser headers', 'PUT', json, null],
    ['accepts a write that the user started in the browser', 'PUT', { ...json, 'sec-fetch-site': 'none' }, null],
    ['rejects a write of another origin', 'PUT', origin('https://evil.com'), 403],
    ['rejects a write with the origin null', 'PUT', origin('null'), 403],
    [
      'rejects a cross-site write with the origin null',
      'PUT',
      { ...origin('null'), 'sec-fetch-site': 'cross-site' },
      403,
    ],
    [
      'accepts a same-origin write with the origin null',
      'PUT',
      { ...origin('null'), 'sec-fetch-site': 'same-origin' },
      null,
    ],
    ['rejects a write with an empty origin', 'PUT', origin(''), 403],
    ['rejects a write of a look-alike domain', 'PUT', origin('https://a.fr.evil.com'), 403],
    ['rejects a write of the parent domain', 'PUT', origin('https://fr'), 403],
    ['rejects a write of a subdomain', 'PUT', { ...origin('https://b.a.fr'), 'sec-fetch-site': 'same-site' }, 403],
    ['rejects a same-site write without an origin', 'PUT', { ...json, 'sec-fetch-site': 'same-site' }, 403],
    ['rejects a cross-site write without an origin', 'PUT', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
    [
      'rejects a cross-site write with the origin of the site',
      'PUT',
      { ...origin('https://a.fr'), 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['rejects a form', 'POST', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '2' }, 415],
    ['rejects plain text', 'POST', { 'content-type': 'text/plain', 'content-length': '2' }, 415],
    ['rejects a body without a content type', 'POST', { 'content-length': '2' }, 415],
    ['rejects a streamed body without a content type', 'POST', { 'transfer-encoding': 'chunked' }, 415],
    [
      'rejects a content type that begins like JSON',
      'POST',
      { 'content-type': 'application/jsonp', 'content-length': '2' },
      415,
    ],
    ['accepts an upload', 'POST', { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '2' }, null],
    ['accepts a write without a body', 'DELETE', {}, null],
  ] as const)('%s', (_, method, headers, expected) => {
    expect(findWriteRefusalStatus(request(method, headers), 'a.fr', 'https://a.fr')).toBe(expected);
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
    // A proxy may omit the port of the published origin of the site.
    ['shop.fr', 'https://shop.fr:8443', null],
    ['', 'https://a.fr', 403],
  ])('returns for a write to %j from %s the status %j', (host, from, expected) => {
    expect(findWriteRefusalStatus(request('PUT', origin(from)), host, 'https://shop.fr:8443')).toBe(expected);
  });
});

import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { themeStyle } from '#tests/support/servers/fake-renderer.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture({ htmlCacheBytes: 20_000_000 });
  fixture.rendering.padding = '<p>filler</p>'.repeat(500);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequestWithAnyHost(port, path, { headers, method });
const untilCompressed = (path: string) =>
  waitUntil(async () => (await visit(path, { 'accept-encoding': 'br' })).headers['content-encoding'] === 'br');

describe('page addresses', () => {
  test('share one cached page if they differ in tracking parameters', async () => {
    for (const path of ['/contact', '/contact?utm_source=mail', '/contact?from=press&gclid=1', '/contact?page=2'])
      expect((await visit(path)).text).toContain('Chênes /contact first');
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });

  test('are normalised to one order of the declared parameters', async () => {
    for (const path of ['/nos-vins?page=2&kind=red', '/nos-vins?kind=red&x=1&page=2', '/nos-vins?kind=red&page=2'])
      expect((await visit(path)).text).toContain('/nos-vins?kind=red&page=2');
    expect(fixture.rendering.renderedPaths).toHaveLength(1);
  });

  test.each([
    ['/contact/', '/contact'],
    ['//contact', '/contact'],
    ['/contact//?kind=1', '/contact?kind=1'],
  ])('%s redirects to the normalised address', async (path, location) => {
    const response = await visit(path);
    expect([response.status, response.headers.location]).toEqual([301, location]);
  });

  test('keep all parameters of a visit through the redirect of a page, without a page of their own', async () => {
    fixture.rendering.overrides['/wines/falsch/1'] = () => ({
      kind: 'redirect',
      status: 301,
      location: '/wines/chardonnay/1',
    });
    for (const query of ['?from=salon', '?utm_campaign=x&gclid=%C3%A9+1']) {
      const { status, headers } = await visit(`/wines/falsch/1${query}`);
      expect([status, headers.location]).toEqual([301, `/wines/chardonnay/1${query}`]);
    }
    expect((await visit('/wines/falsch/1')).headers.location).toBe('/wines/chardonnay/1');
  });

  test.each(['/%', '/%ff', '/%E2%80%A8', '/a/%2e%2e/b', `/${'x'.repeat(3_000)}`])(
    '%s returns 400 without rendering',
    async (path) => {
      expect((await visit(path)).status).toBe(400);
      expect(fixture.rendering.renderedPaths).toEqual([]);
    },
  );
});

describe('page', () => {
  test('is rendered once for a hundred simultaneous visitors', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const visits = Array.from({ length: 100 }, () => visit('/nos-vins'));
    await waitUntil(() => fixture.rendering.renderedPaths.length > 0);
    gate.resolve();
    const bodies = (await Promise.all(visits)).map(({ text }) => text);
    expect(new Set(bodies).size).toBe(1);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /nos-vins']);
  });

  test('has the same content in every encoding, each with a strong ETag of its own', async () => {
    const plain = await visit('/nos-vins');
    await untilCompressed('/nos-vins');
    const br = await visit('/nos-vins', { 'accept-encoding': 'gzip, br' });
    const gzip = await visit('/nos-vins', { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
    const identity = await visit('/nos-vins', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(identity.body).toEqual(plain.body);
    expect(identity.headers['content-encoding']).toBeUndefined();
    const etags = [br, gzip, identity].map(({ headers }) => headers.etag);
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
    expect(br.headers.vary).toBe('accept-encoding');
  });

  test('returns 304 for a matching If-None-Match', async () => {
    await visit('/nos-vins');
    const { headers } = await visit('/nos-vins');
    await untilCompressed('/nos-vins');
    const etag = String(headers.etag);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await visit('/nos-vins', { 'if-none-match': ifNoneMatch, 'accept-encoding': 'br' });
      expect([ifNoneMatch, response.status, response.body.length]).toEqual([ifNoneMatch, 304, 0]);
      expect(response.headers.etag).toBe(etag);
      expect(response.headers['content-security-policy']).toBeDefined();
    }
    expect((await visit('/nos-vins', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('keeps its ETag when it is rendered again with the same content', async () => {
    await visit('/contact');
    const { headers } = await visit('/contact');
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      await visit('/contact');
      return fixture.rendering.renderedPaths.length > 1;
    });
    expect((await visit('/contact', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('responds to HEAD without a body, rendered and cached', async () => {
    const first = await visit('/nos-vins', {}, 'HEAD');
    const page = await visit('/nos-vins');
    const second = await visit('/nos-vins', {}, 'HEAD');
    for (const head of [first, second]) {
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, page.headers.etag]);
      expect(Number(head.headers['content-length'])).toBe(page.body.length);
    }
    expect(fixture.rendering.renderedPaths).toHaveLength(1);
  });

  test('ignores Range headers', async () => {
    await visit('/nos-vins');
    expect((await visit('/nos-vins', { range: 'bytes=0-9' })).status).toBe(200);
  });

  test('sends security headers with the hash of its inline style', async () => {
    for (const host of ['localhost', 'domaine-des-chenes.example']) {
      await sendRequestWithAnyHost(port, '/', { host });
      const { headers } = await sendRequestWithAnyHost(port, '/', { host });
      const hash = createHash('sha256').update(themeStyle).digest('base64');
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['x-powered-by']).toBeUndefined();
      const isSecure = host !== 'localhost';
      expect(Boolean(headers['strict-transport-security'])).toBe(isSecure);
      expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(isSecure);
    }
  });

  test('does not depend on cookies, languages or user agents', async () => {
    const plain = await visit('/nos-vins');
    const other = await visit('/nos-vins', {
      cookie: 'token=abc',
      'accept-language': 'en',
      'user-agent': 'bot',
      authorization: 'x',
    });
    expect(other.body).toEqual(plain.body);
    expect(fixture.api.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  test('is not cached with status 404', async () => {
    for (let i = 1; i <= 3; i++) {
      expect((await visit('/nope')).status).toBe(404);
      expect(fixture.rendering.renderedPaths).toHaveLength(i);
    }
    expect((await visit('/nope')).headers['cache-control']).toBe('no-store');
  });

  test('refuses write methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await visit('/nos-vins', {}, method);
      expect(response.status).toBeGreaterThanOrEqual(404);
    }
  });

  test('returns a themed 500 for a render error, which only the log contains', async () => {
    fixture.rendering.overrides['/contact'] = () => {
      throw new Error('secret defect');
    };
    const response = await visit('/contact');
    expect(response.status).toBe(500);
    expect(response.text).toContain('Domaine des Chênes /contact failed');
    expect(response.text).not.toContain('secret defect');
    expect(JSON.stringify(fixture.log)).toContain('secret defect');
  });

  test('is not cached when its output fails', async () => {
    fixture.rendering.overrides['/contact'] = (page) => ({
      ...page,
      write: (sink) => {
        setTimeout(() => sink.chunk('half'), 1);
        setTimeout(() => sink.fail(new Error('broken')), 20);
      },
    });
    await expect(visit('/contact')).rejects.toThrow();
    delete fixture.rendering.overrides['/contact'];
    expect((await visit('/contact')).text).toContain('/contact first');
  });
});

describe('request log', () => {
  test('has one line per request with the page and without query values', async () => {
    await visit('/contact?utm_source=secret-mail');
    let visits = 1;
    // The page is in the cache in one encoding, once it is compressed.
    await vi.waitFor(async () => {
      visits++;
      const { headers } = await visit('/contact', { 'accept-encoding': 'br' });
      expect(headers['content-encoding']).toBe('br');
    });
    await fixture.app.close();
    const lines = fixture.log.filter(({ msg }) => msg === 'request');
    expect(lines).toHaveLength(visits);
    expect(lines[0]).toMatchObject({ site: 40, route: '/*', status: 200, method: 'GET' });
    expect(lines.at(-1)).toMatchObject({ site: 40, page: '/contact', status: 200, cache: 'hit' });
    expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(visits);
    expect(lines.at(-1)?.reqId).toMatch(/^[\w-]{9,}$/);
    expect(JSON.stringify(fixture.log)).not.toContain('secret-mail');
    fixture = await startStorefrontFixture();
  });
});

describe('client assets', () => {
  test('are served precompressed and as immutable', async () => {
    const plain = await visit('/assets/main.css');
    const br = await visit('/assets/main.css', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(br.headers['cache-control']).toMatch(/max-age=31536000, immutable/);
  });

  test.each(['/assets/missing.css', '/assets/../.vite/manifest.json', '/assets/', '/assets/.hidden'])(
    '%s is not served and not rendered as a page',
    async (path) => {
      expect([403, 404]).toContain((await visit(path)).status);
      expect(fixture.rendering.renderedPaths).toEqual([]);
    },
  );
});

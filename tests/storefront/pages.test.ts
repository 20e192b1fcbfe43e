import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { themeStyle } from '#tests/support/servers/fake-renderer.ts';
import { rawRequest } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefront({ htmlCacheBytes: 20_000_000 });
  fixture.rendering.padding = '<p>filler</p>'.repeat(500);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(port, path, { headers, method });
const compressed = (path: string) =>
  waitUntil(async () => (await visit(path, { 'accept-encoding': 'br' })).headers['content-encoding'] === 'br');

describe('Addresses', () => {
  test('differing by what advertisers append share one page', async () => {
    for (const path of ['/contact', '/contact?utm_source=mail', '/contact?from=press&gclid=1', '/contact?page=2'])
      expect((await visit(path)).text).toContain('Chênes /contact first');
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });

  test('name the page’s own parameters in one order', async () => {
    for (const path of ['/nos-vins?page=2&kind=red', '/nos-vins?kind=red&x=1&page=2', '/nos-vins?kind=red&page=2'])
      expect((await visit(path)).text).toContain('/nos-vins?kind=red&page=2');
    expect(fixture.rendering.renderedPaths).toHaveLength(1);
  });

  test.each([
    ['/contact/', '/contact'],
    ['//contact', '/contact'],
    ['/contact//?kind=1', '/contact?kind=1'],
  ])('%s lead to the proper one', async (path, location) => {
    const answer = await visit(path);
    expect([answer.status, answer.headers.location]).toEqual([301, location]);
  });

  test.each(['/%', '/%ff', '/a/%2e%2e/b', `/${'x'.repeat(3_000)}`])(
    '%s that nobody can read are a 400',
    async (path) => {
      expect((await visit(path)).status).toBe(400);
      expect(fixture.rendering.renderedPaths).toEqual([]);
    },
  );
});

describe('A page', () => {
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

  test('is the same bytes in every encoding, each with a strong name of its own', async () => {
    const plain = await visit('/nos-vins');
    await compressed('/nos-vins');
    const br = await visit('/nos-vins', { 'accept-encoding': 'gzip, br' });
    const gzip = await visit('/nos-vins', { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
    const again = await visit('/nos-vins', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(again.body).toEqual(plain.body);
    expect(again.headers['content-encoding']).toBeUndefined();
    const names = [br, gzip, again].map(({ headers }) => headers.etag);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^"[\w-]+"$/);
    expect(br.headers.vary).toBe('accept-encoding');
  });

  test('is not sent again to those who have it', async () => {
    const { headers } = await visit('/nos-vins');
    await compressed('/nos-vins');
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await visit('/nos-vins', { 'if-none-match': known, 'accept-encoding': 'br' });
      expect([known, answer.status, answer.body.length]).toEqual([known, 304, 0]);
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers['content-security-policy']).toBeDefined();
    }
    expect((await visit('/nos-vins', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('that did not change keeps its name through a change elsewhere on the site', async () => {
    const { headers } = await visit('/contact');
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      await visit('/contact');
      return fixture.rendering.renderedPaths.length > 1;
    });
    expect((await visit('/contact', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('has a head without a body, before and after it is in memory', async () => {
    const first = await visit('/nos-vins', {}, 'HEAD');
    const page = await visit('/nos-vins');
    const second = await visit('/nos-vins', {}, 'HEAD');
    for (const head of [first, second]) {
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, page.headers.etag]);
      expect(Number(head.headers['content-length'])).toBe(page.body.length);
    }
    expect(fixture.rendering.renderedPaths).toHaveLength(1);
  });

  test('ignores a range: a page is whole', async () => {
    await visit('/nos-vins');
    expect((await visit('/nos-vins', { range: 'bytes=0-9' })).status).toBe(200);
  });

  test('names the hash of its one style in its policy, and says nothing of the server', async () => {
    for (const host of ['localhost', 'domaine-des-chenes.example']) {
      await rawRequest(port, '/', { host });
      const { headers } = await rawRequest(port, '/', { host });
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

  test('is the same whoever asks: cookies, languages and agents change nothing', async () => {
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

  test('not found, or beyond the last of a list, is not kept', async () => {
    for (let i = 1; i <= 3; i++) {
      expect((await visit('/nope')).status).toBe(404);
      expect(fixture.rendering.renderedPaths).toHaveLength(i);
    }
    expect((await visit('/nope')).headers['cache-control']).toBe('no-store');
  });

  test('takes no writes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await visit('/nos-vins', {}, method);
      expect(answer.status).toBeGreaterThanOrEqual(404);
    }
  });

  test('that breaks while it is rendered is a themed 500, and its defect is in the log alone', async () => {
    fixture.rendering.overrides['/contact'] = () => {
      throw new Error('secret defect');
    };
    const answer = await visit('/contact');
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('Domaine des Chênes /contact failed');
    expect(answer.text).not.toContain('secret defect');
    expect(JSON.stringify(fixture.log)).toContain('secret defect');
  });

  test('that breaks while it is written breaks for its visitor and nobody else', async () => {
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

describe('A change', () => {
  test('is seen by the next visitor', async () => {
    expect((await visit('/contact')).text).toContain('first');
    fixture.api.marker = 'second';
    await fixture.api.publishChange(40);
    await waitUntil(async () => (await visit('/contact')).text.includes('second'), 2_000);
  });

  test('of one site leaves the other’s pages in memory', async () => {
    await rawRequest(port, '/contact', { host: 'willow-hill.localhost' });
    await visit('/contact');
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      await visit('/contact');
      return fixture.rendering.renderedPaths.filter((render) => render === '40 /contact').length > 1;
    });
    await rawRequest(port, '/contact', { host: 'willow-hill.localhost' });
    expect(fixture.rendering.renderedPaths.filter((render) => render.startsWith('41'))).toHaveLength(1);
  });

  test('during a render: the page begun before it is not kept', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const early = visit('/contact');
    await waitUntil(() => fixture.rendering.renderedPaths.length === 1);
    fixture.api.marker = 'second';
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      const reads = fixture.api.requestCount('GET /site/info');
      void visit('/contact').catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      return fixture.api.requestCount('GET /site/info') > reads || fixture.rendering.renderedPaths.length > 1;
    });
    fixture.rendering.gate = null;
    gate.resolve();
    expect((await early).text).toContain('first');
    expect((await visit('/contact')).text).toContain('second');
    expect((await visit('/contact')).text).toContain('second');
  });

  test('after change, as orders empty the shelves, makes each page once each time, whatever the crowd', async () => {
    const pages = ['/contact', '/nos-vins', '/nos-vins?page=2'];
    for (const path of pages) await visit(path);
    fixture.rendering.renderedPaths.length = 0;
    for (let change = 1; change <= 6; change++) {
      fixture.api.marker = `word-${change}`;
      await fixture.api.publishChange(40);
      // Every visitor of a crowd sees it, once it has been heard.
      await waitUntil(async () => (await visit('/contact')).text.includes(`word-${change}`));
      const crowd = await Promise.all(Array.from({ length: 30 }, (_, i) => visit(pages[i % 3] as string)));
      for (const answer of crowd) {
        expect(answer.status).toBe(200);
        expect(answer.text).toContain(`word-${change}`);
      }
    }
    for (const path of pages)
      expect(fixture.rendering.renderedPaths.filter((render) => render === `40 ${path}`).length).toBeLessThanOrEqual(6);
  });

  test('under load renders each page once, and no request fails', async () => {
    await visit('/nos-vins');
    let going = true;
    const statuses = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      while (going) statuses.add((await visit('/nos-vins')).status);
    });
    const before = fixture.rendering.renderedPaths.length;
    for (let i = 0; i < 5; i++) {
      await fixture.api.publishChange(40);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    going = false;
    await Promise.all(load);
    expect([...statuses]).toEqual([200]);
    expect(fixture.rendering.renderedPaths.length - before).toBeLessThanOrEqual(5);
  });
});

describe('Thousands of unique addresses', () => {
  test('do not grow the memory, and do not push the real pages out', async () => {
    await visit('/contact');
    for (let i = 0; i < 40; i++)
      await Promise.all(Array.from({ length: 50 }, (_, k) => visit(`/nos-vins?kind=${i}-${k}&utm=${k}`)));
    const metrics = fixture.rendering.renderedPaths.length;
    expect(metrics).toBe(2_001);
    await visit('/contact');
    expect(fixture.rendering.renderedPaths).toHaveLength(metrics);
  });

  test('that the page does not declare do not even render', async () => {
    for (let i = 0; i < 1_000; i++) await visit(`/contact?cachebuster=${i}`);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });
});

describe('The log', () => {
  test('has a line for each request, with the page and without what is in the query', async () => {
    await visit('/contact?utm_source=secret-mail');
    await visit('/contact');
    await fixture.app.close();
    const lines = fixture.log.filter(({ msg }) => msg === 'request');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ site: 40, route: '/*', status: 200, method: 'GET' });
    expect(lines[1]).toMatchObject({ site: 40, page: '/contact', status: 200, cache: 'hit' });
    expect(JSON.stringify(fixture.log)).not.toContain('secret-mail');
    fixture = await startStorefront();
  });
});

describe('Files of the client build', () => {
  test('come compressed as they were built, and are kept for ever', async () => {
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
    '%s is none, and no page',
    async (path) => {
      expect([403, 404]).toContain((await visit(path)).status);
      expect(fixture.rendering.renderedPaths).toEqual([]);
    },
  );
});

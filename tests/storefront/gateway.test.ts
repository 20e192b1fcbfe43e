import type { ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefront, testApiSecret } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefront();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
});

const call = (url: string, options: object = {}) =>
  fixture.app.inject({
    url: `/api${url}`,
    ...options,
    headers: { host: 'localhost', ...(options as { headers?: object }).headers },
  });
const token = 'T'.repeat(43);
const lastRequest = () => fixture.api.requests.at(-1);

describe('API gateway', () => {
  test('forwards a call with site, language and client address', async () => {
    const response = await call('/parameter', { headers: { host: 'fr.willow-hill.localhost' } });
    expect(response.json()).toEqual({ success: true, data: { parameters: [] }, message: '' });
    expect(lastRequest()?.headers).toMatchObject({
      idsite: '41',
      userlang: 'fr_FR',
      'x-client-address': '127.0.0.1',
      'x-api-secret': testApiSecret,
      'x-request-id': expect.stringMatching(/^[\w-]+$/),
    });
  });

  test('ignores identity and proxy headers of the client', async () => {
    await call('/parameter', {
      headers: {
        idSite: '41',
        userLang: 'en',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'willow-hill.example',
        'x-client-address': '6.6.6.6',
        'x-request-id': 'mine',
        'x-api-secret': 'guessed',
        authorization: 'Bearer stolen',
        forwarded: 'for=6.6.6.6',
      },
    });
    const headers = lastRequest()?.headers;
    expect(headers).toMatchObject({
      idsite: '40',
      userlang: 'fr_FR',
      'x-client-address': '127.0.0.1',
      'x-api-secret': testApiSecret,
    });
    expect(headers?.['x-request-id']).not.toBe('mine');
    for (const name of ['authorization', 'x-forwarded-for', 'x-forwarded-host', 'forwarded', 'cookie'])
      expect(headers?.[name]).toBeUndefined();
  });

  test('forwards the token of the cookie as Authorization and no cookie', async () => {
    await call('/parameter', { headers: { cookie: `a=b; token=${token}; idSite=41` } });
    expect(lastRequest()?.headers.authorization).toBe(`Bearer ${token}`);
    expect(lastRequest()?.headers.cookie).toBeUndefined();
  });

  test('forwards query and body unchanged', async () => {
    fixture.api.handlers['/product/quantities'] = (_request, response) => sendEnvelope(response, { products: [] });
    await call('/product?lk:name=ros%C3%A9&nbItem=5');
    await call('/product/quantities', { method: 'PUT', payload: { products: [{ id: 1 }] } });
    expect(lastRequest()).toMatchObject({ name: 'PUT /product/quantities', body: '{"products":[{"id":1}]}' });
  });

  test.each(['/internal/changes', '/readyz', '/metrics', '/parameter/x', '/%2e%2e%2finternal/changes', '//parameter'])(
    'returns 404 for %s, which is not in the contract, without calling the API',
    async (path) => {
      expect((await call(path)).statusCode).toBe(404);
      expect(fixture.api.requests).toEqual([]);
    },
  );

  test('returns 405 for another method', async () => {
    expect((await call('/parameter', { method: 'DELETE' })).statusCode).toBe(405);
    expect(fixture.api.requests).toEqual([]);
  });

  test.each([
    ['a foreign origin', { origin: 'https://evil.com' }, 403],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form content type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a text content type', { 'content-type': 'text/plain' }, 415],
    ['too large a body', { 'content-length': String(256 * 1024 + 1) }, 413],
  ])('refuses a write call with %s', async (_, headers, status) => {
    const response = await call('/product/quantities', {
      method: 'PUT',
      payload: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    expect(fixture.api.requests).toEqual([]);
  });

  test('forwards error responses of the API', async () => {
    const response = await call('/product/99');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ success: false });
  });

  test('compresses long responses for clients that accept it', async () => {
    fixture.api.handlers['/variation'] = (_request, response) =>
      sendEnvelope(response, {
        variations: Array.from({ length: 200 }, (_, id) => ({ id, label: 'x', displayLabel: null })),
      });
    const plain = await call('/variation');
    const compressed = await call('/variation', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(compressed.rawPayload)).toEqual(plain.rawPayload);
    const short = await call('/parameter', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('removes Set-Cookie and X-Powered-By of the API', async () => {
    fixture.api.handlers['/variation'] = (_request, response) => {
      response.setHeader('set-cookie', 'token=stolen');
      response.setHeader('x-powered-by', 'something');
      sendEnvelope(response, { variations: [] });
    };
    const { headers } = await call('/variation');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('files for crawlers and browsers', () => {
  const read = async (url: string, host = 'localhost') => fixture.app.inject({ url, headers: { host } });

  test('robots.txt names the sitemap of the site', async () => {
    expect((await read('/robots.txt')).body).toContain('Sitemap: https://domaine-des-chenes.example/sitemap.xml');
    expect((await read('/robots.txt', 'willow-hill.localhost')).body).toContain('https://willow-hill.example/');
  });

  test('robots.txt disallows personal pages and no public ones', async () => {
    const rules = [...(await read('/robots.txt')).body.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule);
    expect(rules).toContain('/api/');
    for (const path of ['/cart', '/checkout', '/account', '/auth', '/password']) {
      expect(rules).toContain(`${path}$`);
      expect(rules).toContain(`${path}/`);
    }
    // The rule `/cart` must not exist, because it would also match a public page such as `/carte`.
    expect(rules).not.toContain('/cart');
    expect(rules.join()).not.toContain('withdrawal');
  });

  test('the sitemap lists pages, products and news with canonical addresses', async () => {
    const { body, headers } = await read('/sitemap.xml');
    expect(headers['content-type']).toContain('xml');
    const origin = 'https://domaine-des-chenes.example';
    for (const path of [
      '/',
      '/nos-vins',
      '/contact',
      '/privacy-policy',
      '/wines/rouge-40/7',
      '/actualites/vendanges/3',
    ])
      expect(body).toContain(`<loc>${origin}${path}</loc>`);
    expect(body).toContain('<lastmod>2026-09-21T08:00:00.000Z</lastmod>');
    expect(body).not.toMatch(/\/(products\/search|cart|checkout|account|auth|password)/);
    expect(body).not.toContain('hreflang');
    expect(body).not.toContain('willow');
  });

  test('the sitemap of a bilingual site lists the alternates of each page', async () => {
    const { body } = await read('/sitemap.xml', 'willow-hill.localhost');
    expect(body).toContain(
      '<loc>https://willow-hill.example/our-wines</loc>' +
        '<xhtml:link rel="alternate" hreflang="en-GB" href="https://willow-hill.example/our-wines"/>' +
        '<xhtml:link rel="alternate" hreflang="fr-FR" href="https://fr.willow-hill.example/nos-vins"/>',
    );
    expect(body).toContain('href="https://fr.willow-hill.example/actualites/vendanges/3"');
  });

  test('the feed lists the news with escaped text', async () => {
    const { body, headers } = await read('/feed.xml');
    expect(headers['content-type']).toContain('application/atom+xml');
    expect(body).toContain('<title>Vendanges &lt;Domaine des Chênes&gt;</title>');
    expect(body).toContain('On vendange &amp; on goûte.');
  });

  test('the manifest contains name, colour and language of the estate', async () => {
    expect((await read('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Domaine des Chênes',
      theme_color: '#2f5d3a',
      lang: 'fr-FR',
    });
  });

  test('favicon.ico returns 404 for a site without an icon', async () => {
    expect((await read('/favicon.ico')).statusCode).toBe(404);
  });

  test('robots.txt disallows everything while a site is being built', async () => {
    fixture.api.isBuilding = true;
    await fixture.api.publishChange(41);
    await expect
      .poll(async () => (await read('/robots.txt', 'willow-hill.localhost')).body)
      .toBe('User-agent: *\nDisallow: /\n');
    fixture.api.isBuilding = false;
  });
});

describe('custom script', () => {
  const hash = 'a'.repeat(64);

  test('is served from the origin of the site as immutable', async () => {
    fixture.api.handlers[`/internal/script/${hash}`] = (_request, response) =>
      sendEnvelope(response, { code: 'alert(1)' });
    const response = await fixture.app.inject({ url: `/scripts/${hash}.js`, headers: { host: 'localhost' } });
    expect(response.body).toBe('alert(1)');
    expect(response.headers['content-type']).toContain('text/javascript');
    expect(response.headers['cache-control']).toContain('immutable');
  });

  test.each([`/scripts/${'b'.repeat(64)}.js`, `/scripts/${hash}`, '/scripts/x.js'])('%s returns 404', async (url) => {
    expect((await fixture.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
  });
});

describe('technical sheets', () => {
  const path = '/product/generate/file/1/11';
  const answerWithLanguage = () => {
    fixture.api.handlers[path] = ({ headers }, response) => {
      const text = `%PDF ${headers.idsite} ${headers.userlang}`;
      response
        .writeHead(200, { 'content-type': 'application/pdf', 'content-length': text.length, etag: 'W/"1"' })
        .end(text);
    };
  };

  test('are sent in the language of the host without the query', async () => {
    answerWithLanguage();
    const hosts = ['localhost', 'willow-hill.localhost', 'fr.willow-hill.localhost'];
    const responses = await Promise.all(hosts.map((host) => call(`${path}?from=x`, { headers: { host } })));
    expect(responses.map(({ body }) => body)).toEqual(['%PDF 40 fr_FR', '%PDF 41 en', '%PDF 41 fr_FR']);
    expect(responses[0]?.headers['content-type']).toBe('application/pdf');
  });

  test('are fetched once for simultaneous visitors', async () => {
    answerWithLanguage();
    await Promise.all(Array.from({ length: 12 }, () => call(path)));
    expect(fixture.api.requests).toHaveLength(1);
  });

  test('are fetched once and sent whole for simultaneous HEAD and Range requests', async () => {
    answerWithLanguage();
    const options = [{ method: 'HEAD' }, { headers: { range: 'bytes=0-1' } }, {}];
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => call(path, options[index % 3])));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(responses.slice(0, 3).map(({ body }) => body)).toEqual(['', '%PDF 40 fr_FR', '%PDF 40 fr_FR']);
    expect(fixture.api.requests.map(({ name }) => name)).toEqual([`GET ${path}`]);
    expect(lastRequest()?.headers.range).toBeUndefined();
  });

  test('of one network wait within limits and do not block other calls', async () => {
    const pending: ServerResponse[] = [];
    const paths = Array.from({ length: 100 }, (_, index) => `/product/generate/file/${index + 100}`);
    for (const each of paths) fixture.api.handlers[each] = (_request, response) => void pending.push(response);
    const responses = Promise.all(paths.map((each) => call(each, { headers: { range: 'bytes=0-1' } })));
    await expect.poll(() => pending.length).toBe(4);
    expect((await call('/parameter')).statusCode).toBe(200);
    expect(pending).toHaveLength(4);
    for (const each of paths) fixture.api.handlers[each] = (_request, response) => sendEnvelope(response, {});
    for (const response of pending) sendEnvelope(response, {});
    const refused = (await responses).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(100 - 4 - 64);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  });

  test('are confirmed with 304 for the current ETag', async () => {
    answerWithLanguage();
    expect((await call(path, { headers: { 'if-none-match': 'W/"1"' } })).statusCode).toBe(304);
  });

  test('answer 503 in the envelope of the API while the API is down', async () => {
    fixture.api.handlers[path] = (request) => request.socket.destroy();
    const response = await call(path);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    expect(response.headers['retry-after']).toBe('5');
  });
});

describe('an upload', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'j'.repeat(300_000)}\r\n--x--\r\n`;
  const upload = (headers: Record<string, string>) =>
    call('/admin/image', { method: 'POST', body, headers: { 'content-type': boundary, ...headers } });
  const answerRole = (role: string | null) => {
    fixture.api.handlers['/logged'] = (_request, response) => sendEnvelope(response, { logged: role !== null, role });
  };

  test('is forwarded unchanged with the session of staff', async () => {
    answerRole('ADMIN');
    await upload({ cookie: `token=${token}` });
    expect(lastRequest()).toMatchObject({
      name: 'POST /admin/image',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-length': String(body.length), 'content-type': boundary },
    });
  });

  test('without a session is refused by the API without being received', async () => {
    const response = await upload({});
    expect(lastRequest()).toMatchObject({ name: 'POST /admin/image', body: '' });
    expect(lastRequest()?.headers).not.toHaveProperty('authorization');
    expect(response.headers.connection).toBe('close');
  });

  test.each(['MEMBER', null])(
    'with a session of the role %s is refused by the API without being received',
    async (role) => {
      answerRole(role);
      const response = await upload({ cookie: `token=${token}` });
      expect(lastRequest()).toMatchObject({ name: 'POST /admin/image', body: '' });
      expect(response.headers.connection).toBe('close');
    },
  );

  test('is refused with 503 while the role of the session cannot be read', async () => {
    fixture.api.handlers['/logged'] = (_request, response) => sendEnvelope(response, {}, 500);
    expect((await upload({ cookie: `token=${token}` })).statusCode).toBe(503);
    expect(fixture.api.requestCount('POST /admin/image')).toBe(0);
  });

  test('above the maximum size is refused before it is received', async () => {
    answerRole('ADMIN');
    const length = String(210_000_000);
    const response = await upload({ cookie: `token=${token}`, 'content-length': length });
    expect(response.statusCode).toBe(413);
    expect(fixture.api.requestCount('POST /admin/image')).toBe(0);
  });
});

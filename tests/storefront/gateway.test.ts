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
const heard = () => fixture.api.requests.at(-1);

describe('A call', () => {
  test('reaches the API with the site, the language and the visitor that we know', async () => {
    const answer = await call('/parameter', { headers: { host: 'fr.willow-hill.localhost' } });
    expect(answer.json()).toEqual({ success: true, data: { parameters: [] }, message: '' });
    expect(heard()?.headers).toMatchObject({
      idsite: '41',
      userlang: 'fr_FR',
      'x-client-address': '127.0.0.1',
      'x-api-secret': testApiSecret,
      'x-request-id': expect.stringMatching(/^[\w-]+$/),
    });
  });

  test('cannot say otherwise', async () => {
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
    const headers = heard()?.headers;
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

  test('carries the cookie’s token as Authorization, and no cookie', async () => {
    await call('/parameter', { headers: { cookie: `a=b; token=${token}; idSite=41` } });
    expect(heard()?.headers.authorization).toBe(`Bearer ${token}`);
    expect(heard()?.headers.cookie).toBeUndefined();
  });

  test('keeps its query and its body as they are', async () => {
    fixture.api.handlers['/product/quantities'] = (_request, response) => sendEnvelope(response, { products: [] });
    await call('/product?lk:name=ros%C3%A9&nbItem=5');
    await call('/product/quantities', { method: 'PUT', payload: { products: [{ id: 1 }] } });
    expect(heard()).toMatchObject({ name: 'PUT /product/quantities', body: '{"products":[{"id":1}]}' });
  });

  test.each(['/internal/changes', '/readyz', '/metrics', '/parameter/x', '/%2e%2e%2finternal/changes', '//parameter'])(
    '%s is none of the contract: 404, and the API hears nothing',
    async (path) => {
      expect((await call(path)).statusCode).toBe(404);
      expect(fixture.api.requests).toEqual([]);
    },
  );

  test('under another method is not allowed', async () => {
    expect((await call('/parameter', { method: 'DELETE' })).statusCode).toBe(405);
    expect(fixture.api.requests).toEqual([]);
  });

  test.each([
    ['foreign origin', { origin: 'https://evil.com' }, 403],
    ['cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
    ['plain form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
    ['sender of too much', { 'content-length': String(256 * 1024 + 1) }, 413],
  ])('that writes from a %s is refused, with an envelope', async (_, headers, status) => {
    const answer = await call('/product/quantities', {
      method: 'PUT',
      payload: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    expect(fixture.api.requests).toEqual([]);
  });

  test('passes refusals of the API on as they are', async () => {
    const answer = await call('/product/99');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false });
  });

  test('comes back compressed where it is long and the browser takes it so', async () => {
    fixture.api.handlers['/variation'] = (_request, response) =>
      sendEnvelope(response, {
        variations: Array.from({ length: 200 }, (_, id) => ({ id, label: 'x', displayLabel: null })),
      });
    const plain = await call('/variation');
    const small = await call('/variation', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(small.rawPayload)).toEqual(plain.rawPayload);
    const short = await call('/parameter', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('brings back nothing that only the storefront may set', async () => {
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

describe('What programs ask of a site', () => {
  const read = async (url: string, host = 'localhost') => fixture.app.inject({ url, headers: { host } });

  test('robots.txt leads to the site’s own sitemap', async () => {
    expect((await read('/robots.txt')).body).toContain('Sitemap: https://domaine-des-chenes.example/sitemap.xml');
    expect((await read('/robots.txt', 'willow-hill.localhost')).body).toContain('https://willow-hill.example/');
  });

  test('robots.txt keeps programs out of what belongs to one customer, and out of nothing else', async () => {
    const rules = [...(await read('/robots.txt')).body.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule);
    expect(rules).toContain('/api/');
    for (const path of ['/cart', '/checkout', '/account', '/auth', '/password']) {
      expect(rules).toContain(`${path}$`);
      expect(rules).toContain(`${path}/`);
    }
    // A page called `/carte` is everybody's.
    expect(rules).not.toContain('/cart');
    expect(rules.join()).not.toContain('withdrawal');
  });

  test('the sitemap lists pages, products and news at their canonical addresses', async () => {
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

  test('the sitemap of a site with two languages names both addresses of a page', async () => {
    const { body } = await read('/sitemap.xml', 'willow-hill.localhost');
    expect(body).toContain(
      '<loc>https://willow-hill.example/our-wines</loc>' +
        '<xhtml:link rel="alternate" hreflang="en-GB" href="https://willow-hill.example/our-wines"/>' +
        '<xhtml:link rel="alternate" hreflang="fr-FR" href="https://fr.willow-hill.example/nos-vins"/>',
    );
    expect(body).toContain('href="https://fr.willow-hill.example/actualites/vendanges/3"');
  });

  test('the feed tells the news, with everything escaped', async () => {
    const { body, headers } = await read('/feed.xml');
    expect(headers['content-type']).toContain('application/atom+xml');
    expect(body).toContain('<title>Vendanges &lt;Domaine des Chênes&gt;</title>');
    expect(body).toContain('On vendange &amp; on goûte.');
  });

  test('the manifest names the estate in its colours', async () => {
    expect((await read('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Domaine des Chênes',
      theme_color: '#2f5d3a',
      lang: 'fr-FR',
    });
  });

  test('a site without an icon has none', async () => {
    expect((await read('/favicon.ico')).statusCode).toBe(404);
  });

  test('a site that is being built asks not to be read', async () => {
    fixture.api.isBuilding = true;
    await fixture.api.publishChange(41);
    await expect
      .poll(async () => (await read('/robots.txt', 'willow-hill.localhost')).body)
      .toBe('User-agent: *\nDisallow: /\n');
    fixture.api.isBuilding = false;
  });
});

describe('A script that staff entered', () => {
  const hash = 'a'.repeat(64);

  test('comes from the site’s own origin, for ever', async () => {
    fixture.api.handlers[`/internal/script/${hash}`] = (_request, response) =>
      sendEnvelope(response, { code: 'alert(1)' });
    const answer = await fixture.app.inject({ url: `/scripts/${hash}.js`, headers: { host: 'localhost' } });
    expect(answer.body).toBe('alert(1)');
    expect(answer.headers['content-type']).toContain('text/javascript');
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test.each([`/scripts/${'b'.repeat(64)}.js`, `/scripts/${hash}`, '/scripts/x.js'])('%s is none', async (url) => {
    expect((await fixture.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
  });
});

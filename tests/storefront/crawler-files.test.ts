import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

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
const lastRequest = () => fixture.api.requests.at(-1);

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

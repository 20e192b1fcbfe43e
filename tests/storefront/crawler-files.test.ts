import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { createSamplePageEntry } from '#tests/support/fixtures/sample-site.ts';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());

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
      '/withdrawal',
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

  test('the sitemap lists the reviews of the estate only if there are any', async () => {
    const listed = async () => (await read('/sitemap.xml')).body.includes('.example/reviews</loc>');
    const summary = { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] };
    const answer = { reviews: [], total: 1, summary, isFictional: false };
    expect(await listed()).toBe(false);
    fixture.api.handlers['/estate/review'] = (_, response) => sendEnvelope(response, answer);
    await fixture.api.publishChange(40);
    await expect.poll(listed).toBe(true);
  });

  test('the feed lists the news with escaped text', async () => {
    const { body, headers } = await read('/feed.xml');
    expect(headers['content-type']).toContain('application/atom+xml');
    expect(body).toMatch(
      /^<\?xml [^>]*\?>\n<feed [^>]* xml:lang="fr-FR"><id>https:\/\/domaine-des-chenes\.example\/feed\.xml</,
    );
    expect(body).toContain('<title>Vendanges &lt;Domaine des Chênes&gt;</title>');
    expect(body).toContain('On vendange &amp; on goûte.');
  });

  test('every list of elements has its feed beside the calendars of its elements', async () => {
    const element = {
      id: 3,
      route: 'tours',
      slug: 'chai',
      title: 'Le chai',
      summary: '',
      publishedAt: '2026-09-20T08:00:00.000Z',
      updatedAt: '2026-09-21T08:00:00.000Z',
      status: 'SCHEDULED',
      startsAt: null,
      endsAt: null,
      upcomingDates: 0,
      isPast: false,
      place: '',
      tags: [],
      pricePerPerson: null,
      languages: [],
      image: null,
    };
    const list = (id: number, url: string, elementRoute: string) => ({
      ...createSamplePageEntry(id, url, 'ELEMENTS'),
      elementRoute,
    });
    fixture.api.handlers['/page/tree'] = (_, response) =>
      sendEnvelope(response, { pages: [list(1, 'agenda', 'events'), list(2, 'visites', 'tours')] });
    fixture.api.handlers['/element/tours'] = (_, response) =>
      sendEnvelope(response, { items: [element], total: 1, tags: [] });
    await fixture.api.publishChange(40);
    await expect.poll(async () => (await read('/calendar/tours/feed.xml')).statusCode).toBe(200);
    const { body, headers } = await read('/calendar/tours/feed.xml');
    expect(headers['content-type']).toContain('application/atom+xml');
    const origin = 'https://domaine-des-chenes.example';
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr-FR">' +
        `<id>${origin}/calendar/tours/feed.xml</id><title>Domaine des Chênes</title>` +
        `<link rel="self" type="application/atom+xml" href="${origin}/calendar/tours/feed.xml"/>` +
        `<link rel="alternate" type="text/html" href="${origin}/visites"/><updated>2026-09-21T08:00:00.000Z</updated>` +
        `<author><name>Domaine des Chênes</name></author><entry><id>${origin}/visites/chai/3</id><title>Le chai</title>` +
        `<link href="${origin}/visites/chai/3"/><published>2026-09-20T08:00:00.000Z</published>` +
        '<updated>2026-09-21T08:00:00.000Z</updated><summary></summary></entry></feed>\n',
    );
    expect((await read('/calendar/pitches/feed.xml')).statusCode).toBe(404);
    for (const path of ['/page/tree', '/element/tours']) delete fixture.api.handlers[path];
    await fixture.api.publishChange(40);
    await expect.poll(async () => (await read('/calendar/tours/feed.xml')).statusCode).toBe(404);
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

describe('files for crawlers under load', () => {
  /**
   * Waits until the storefront has seen a change, so that no event of the storefront's start empties the caches later.
   */
  const settle = async ({ app, api }: StorefrontFixture) => {
    const readRules = async () => (await app.inject({ url: '/robots.txt', headers: { host: 'localhost' } })).body;
    for (const isBuilding of [true, false]) {
      api.isBuilding = isBuilding;
      await api.publishChange(40);
      await expect.poll(async () => (await readRules()).includes('Sitemap:')).toBe(!isBuilding);
    }
    api.requests.length = 0;
  };

  test.each([
    ['/sitemap.xml', 'GET /product'],
    ['/feed.xml', 'GET /news'],
  ])('%s is rendered once for simultaneous requests, then cached', async (url, expectedCall) => {
    const metrics = createMetrics();
    const own = await startStorefrontFixture({ metrics });
    const countRenders = async () => {
      const renders = await metrics.registry.getSingleMetric('cuvee_page_renders_total')?.get();
      return renders?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
    };
    const request = () => own.app.inject({ url, headers: { host: 'localhost' } });
    const readTwentyTimes = () => Promise.all(Array.from({ length: 20 }, request));
    try {
      await settle(own);
      const rendersBefore = await countRenders();
      const first = await readTwentyTimes();
      const calls = own.api.requests.map(({ name }) => name);
      expect(calls).toContain(expectedCall);
      expect(calls).toEqual([...new Set(calls)]);
      const next = await readTwentyTimes();
      expect(new Set([...first, ...next].map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      expect(first[0]?.statusCode).toBe(200);
      expect(own.api.requests.map(({ name }) => name)).toEqual(calls);
      expect((await countRenders()) - rendersBefore).toBe(1);
    } finally {
      await own.close();
    }
  });
});

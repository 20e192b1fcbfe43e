import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSecret, render } from '#client/app/entry.server.tsx';
import type { RenderResult } from '#shared/rendering.ts';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import {
  createSamplePageEntry,
  createSampleRead,
  sampleAssets,
  sampleSiteInfo,
} from '#tests/support/fixtures/sample-site.ts';
import { createRenderInput, readRenderedHtml } from './read-rendered-html.ts';

const statusOf = (result: RenderResult) => result.status;
const hydrationOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="hydration">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('render: optional parts of a site', () => {
  const withInfo = (scripts: string) =>
    createSampleRead({ 'GET /site/info': { site: { ...sampleSiteInfo, scripts } } });
  const script = { type: 'SCRIPT' as const, url: '', script: 'f'.repeat(64) };
  const deep = createSamplePageEntry(4, 'profond', 'CMS');
  const tree = [
    createSamplePageEntry(1, 'accueil', 'HOME'),
    { ...createSamplePageEntry(2, 'agir', 'LINK'), link: script },
    {
      ...createSamplePageEntry(3, 'dossier', 'FOLDER'),
      children: [
        {
          ...createSamplePageEntry(5, 'plus', 'FOLDER'),
          children: [deep, { ...createSamplePageEntry(6, 'faire', 'LINK'), link: script }],
        },
      ],
    },
  ];

  test('loads the scripts of a site from its own host', async () => {
    const hash = 'e'.repeat(64);
    const html = await readRenderedHtml(await render(createRenderInput('/privacy-policy', withInfo(hash))));
    expect(html).toContain(`<script defer src="/scripts/${hash}.js"></script>`);
    expect(await readRenderedHtml(await render(createRenderInput('/privacy-policy', withInfo(''))))).not.toContain(
      '/scripts/',
    );
  });

  test('links the feed of every list of elements', async () => {
    const list = (id: number, elementRoute: string) => ({
      ...createSamplePageEntry(id, `liste-${id}`, 'ELEMENTS'),
      elementRoute,
    });
    const pages = [createSamplePageEntry(1, 'accueil', 'HOME'), list(3, 'tours'), list(2, 'events'), list(4, 'tours')];
    const html = await readRenderedHtml(
      await render(createRenderInput('/privacy-policy', createSampleRead({ 'GET /page/tree': { pages } }))),
    );
    const feeds = [...html.matchAll(/type="application\/atom\+xml" href="([^"]+)"/g)].map(([, href]) => href);
    expect(feeds).toEqual(['/events.xml', '/calendar/tours/feed.xml']);
  });

  test('names each feed by the title of its list in the language of the page', async () => {
    const pagesOf = (news: string, events: string, tours: string) => [
      createSamplePageEntry(1, 'liste-1', 'NEWS', { title: news }),
      createSamplePageEntry(2, 'liste-2', 'ELEMENTS', { title: events, elementRoute: 'events' }),
      createSamplePageEntry(3, 'liste-3', 'ELEMENTS', { title: tours, elementRoute: 'tours' }),
      createSamplePageEntry(4, 'liste-4', 'SERVICES', { title: 'Services' }),
    ];
    const read = createSampleRead({
      'GET /page/tree': { pages: pagesOf('Actualités', 'Événements', 'Visites « du chai »') },
      'GET /page/tree en': { pages: pagesOf('News', 'Events', 'Tours') },
    });
    const html = await readRenderedHtml(await render(createRenderInput('/privacy-policy', read)));
    const links = [...html.matchAll(/<link rel="alternate" type="application\/atom\+xml"[^>]*>/g)].map(
      ([link]) => link,
    );
    expect(links).toEqual([
      '<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="Actualités">',
      '<link rel="alternate" type="application/atom+xml" href="/events.xml" title="Événements">',
      '<link rel="alternate" type="application/atom+xml" href="/calendar/tours/feed.xml" title="Visites « du chai »">',
    ]);
  });

  test('renders menu entries of every depth, and buttons for entries that run a script', async () => {
    const html = await readRenderedHtml(
      await render(createRenderInput('/privacy-policy', createSampleRead({ 'GET /page/tree': { pages: tree } }))),
    );
    const menus = [...html.matchAll(/<nav[^>]*aria-label="(?:Menu|Toutes les pages)".*?<\/nav>/gs)].map(
      ([menu]) => menu,
    );
    expect(menus).toHaveLength(2);
    for (const menu of menus) {
      expect(menu).toContain('href="/dossier/plus/profond"');
      expect(menu.match(/<button[^>]*data-script="f{64}"/g)).toHaveLength(2);
    }
  });
});

test('render redirects the tree path of a page to its own path', async () => {
  expect(await render(createRenderInput('/accueil'))).toEqual({ kind: 'redirect', status: 301, location: '/' });
});

describe('render: a page', () => {
  let result: RenderResult;
  let html: string;
  beforeAll(async () => {
    result = await render(createRenderInput('/privacy-policy'));
    html = await readRenderedHtml(result);
  });

  test('returns a whole document in the language of the site', () => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="fr-FR"><head><meta charset="utf-8">/);
    expect(html).toMatch(/<\/body><\/html>$/);
    expect(statusOf(result)).toBe(200);
  });

  test('contains no style attribute, no inline script and one style element, as the content security policy demands', () => {
    expect(html).not.toMatch(/\sstyle="/);
    expect(html.match(/<style/g)).toHaveLength(1);
    const style = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? '';
    const styleHash = createHash('sha256').update(style).digest('base64');
    expect(result).toMatchObject({ styleHash });
    expect(html).not.toMatch(/<script>|\son[a-z]+="/);
  });

  test('references the assets of the page, and the entry once', () => {
    expect(html).toContain('<script type="module" src="/assets/entry.js"></script>');
    expect(html.match(/assets\/entry\.js/g)).toHaveLength(1);
    expect(html).toContain('<link rel="stylesheet" href="/assets/legal.css">');
    expect(html).toContain('<link rel="modulepreload" href="/assets/fr.js">');
  });

  test('fills the placeholders of a legal text and sends the text once', () => {
    expect(html).toContain('EARL &lt;/script&gt;&lt;b&gt;Clos&lt;/b&gt;');
    expect(html.match(/secret of the long text/g)).toHaveLength(1);
    expect(hydrationOf(html).page.data.headings).toEqual([
      { id: 'qui', text: 'Qui' },
      { id: 'quoi', text: 'Quoi' },
    ]);
  });

  test('declares its canonical address, alternate languages and structured data', () => {
    expect(html).toContain('<link rel="canonical" href="https://clos.example/privacy-policy"/>');
    expect(html).toMatch(
      /<link rel="alternate" hrefLang="en-GB" href="https:\/\/en\.clos\.example\/privacy-policy"\/>/i,
    );
    expect(html).toContain('<meta property="og:site_name" content="Clos des Essais"/>');
    const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')['@graph'];
    expect(graph[0]['@type']).toBe('BreadcrumbList');
  });

  test('links the page in the other language by its path there', async () => {
    expect(await readRenderedHtml(await render(createRenderInput('/actualites')))).toContain(
      'href="https://en.clos.example/news"',
    );
  });

  test('derives the weight of a font from its file name', () => {
    expect(html).toMatch(/font-family:'Mulish';src:url\("\/file\/1\/Mulish-SemiBold\.woff2"\)[^}]*font-weight:600/);
  });
});

test('render leaves the texts of other pages, which no menu shows, out of the hydration data', async () => {
  const entry = { ...createSamplePageEntry(2, 'domaine', 'CMS'), title: 'A long title', metaDescription: 'Described' };
  const read = createSampleRead({ 'GET /page/tree': { pages: [createSamplePageEntry(1, 'accueil', 'HOME'), entry] } });
  const html = await readRenderedHtml(await render(createRenderInput('/', read)));
  expect(html).not.toMatch(/A long title|Described/);
  expect(hydrationOf(html).shell.pages[1]).toMatchObject({ id: 2, menuTitle: entry.menuTitle, path: '/domaine' });
});

test('render preloads the first picture once, before the styles, with the sources that the page shows', async () => {
  const image = { url: '/image/7?v=3fa94c1e', alt: '', width: 1600, height: 900, tint: '#aabbcc' };
  const item = {
    id: 3,
    slug: 'vendanges',
    title: 'Vendanges',
    summary: '',
    publishedAt: '2026-10-01T08:00:00.000Z',
    updatedAt: '2026-10-01T08:00:00.000Z',
    promoted: true,
    image,
    html: '<p>…</p>',
    images: [],
  };
  const html = await readRenderedHtml(
    await render(createRenderInput('/actualites/vendanges/3', createSampleRead({ 'GET /news/{id}': { news: item } }))),
  );
  const preloads = [...html.matchAll(/<link rel="preload" as="image"[^>]*>/g)];
  expect(preloads).toHaveLength(1);
  const [{ 0: preload, index }] = preloads as [RegExpExecArray];
  expect(index).toBeGreaterThan(html.indexOf('<meta name="viewport"'));
  expect(index).toBeLessThan(html.indexOf('<style>'));
  expect(index).toBeLessThan(html.indexOf('<link rel="stylesheet"'));
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  const shown = /<img [^>]*fetchPriority="high"[^>]*>/i.exec(html)?.[0] ?? '';
  expect(attribute(preload, 'imagesrcset')).toBe(attribute(shown, 'srcset'));
  expect(attribute(preload, 'imagesizes')).toBe(attribute(shown, 'sizes'));
  expect(hydrationOf(html).page.head.preload).toBeUndefined();
});

test('render names no script in a sandboxed document, whose browser would report each as blocked', async () => {
  const scripts = 'e'.repeat(64);
  const read = createSampleRead({ 'GET /site/info': { site: { ...sampleSiteInfo, scripts } } });
  const assets = { ...sampleAssets, developmentHead: '<script type="module">start()</script>' };
  const page = { ...createRenderInput('/privacy-policy', read), assets };
  const usual = await readRenderedHtml(await render(page));
  const result = await render({ ...page, isSandboxed: true });
  const sandboxed = await readRenderedHtml(result);
  const listScripts = (html: string) => html.match(/<script(?! type="application\/)[^>]*>|rel="modulepreload"/g) ?? [];
  expect(listScripts(usual).length).toBeGreaterThan(3);
  expect(listScripts(sandboxed)).toEqual([]);
  expect(sandboxed).toContain('<link rel="stylesheet" href="/assets/legal.css">');
  expect(result.kind === 'page' && result.preload.filter((link) => link.includes('modulepreload'))).toEqual([]);
  expect(await readRenderedHtml(await render(page))).toBe(usual);
});

test('render escapes hydration data so that it cannot end its script element', async () => {
  const title = '</script><script>alert(1)</script>\u2028';
  const read = createSampleRead({
    'GET /news': {
      news: [{ id: 3, slug: 'a', title, summary: '', publishedAt: '2026-10-01T08:00:00Z', image: null }],
      total: 1,
    },
  });
  const html = await readRenderedHtml(await render(createRenderInput('/actualites', read)));
  expect(html).not.toContain('<script>alert');
  expect(hydrationOf(html).page.data.items[0].title).toBe(title);
});

test.each([
  ['/auth/activate/a-token', true],
  ['/password/reset/a-token', true],
  ['/newsletter/confirm/a-token', true],
  ['/orders/a-token', true],
  ['/newsletter/unsubscribe/a-token', true],
  ['/review/refuse/a-token', true],
  ['/Password/RESET/a-token', true],
  ['/password/reset/a-token/and-more', true],
  ['/password/reset/ask', false],
  ['/auth', false],
  ['/account', false],
  ['/checkout/done/7', false],
  ['/', false],
  ['/nowhere/at/all', false],
])('isSecret(%s) returns %s, as does the rendered page', async (path, expected) => {
  expect(isSecret(path)).toBe(expected);
  const result = await render(createRenderInput(path));
  // A page that does not exist has no kind, so its URL cannot contain a secret.
  if (result.kind === 'page' && result.status === 200) expect(result.isSecret).toBe(expected);
});

const payment = { methods: [], policySources: { script: ['https://js.pay.example'], img: ['https://pay.example'] } };
const paymentRead = createSampleRead({ 'GET /payment/method': payment });

test.each([
  ['/checkout', { script: ['https://js.pay.example'], img: [mapTileOrigin, 'https://pay.example'] }],
  ['/cart', {}],
  ['/privacy-policy', {}],
  ['/actualites', {}],
  ['/nowhere', {}],
])('render declares on %s the third-party origins %j', async (path, policySources) => {
  expect(await render(createRenderInput(path, paymentRead))).toMatchObject({ kind: 'page', policySources });
});

test('render leaves the third-party origins out of the hydration data', async () => {
  expect(await readRenderedHtml(await render(createRenderInput('/checkout', paymentRead)))).not.toContain(
    'js.pay.example',
  );
});

test.each([
  ['/nowhere', '/somewhere/else'],
  ['/account/orders/12', '/account/orders/99999'],
  ['/checkout/done/12', '/checkout/done/99999'],
])('%s and %s, which share a cache entry, have the same HTML', async (a, b) => {
  expect(await readRenderedHtml(await render(createRenderInput(a)))).toBe(
    await readRenderedHtml(await render(createRenderInput(b))),
  );
});

test.each([
  ['/ACTUALITES?page=1', '/actualites?page=1'],
  ['/Actualites/Vendanges/3', '/actualites/Vendanges/3'],
  ['/Wines/Le-Blanc/12', '/wines/Le-Blanc/12'],
  ['/AUTH/Activate/SeCrEt', '/auth/activate/SeCrEt'],
])('render redirects %s to its route in lower case', async (path, location) => {
  expect(await render(createRenderInput(path))).toEqual({ kind: 'redirect', status: 301, location });
});

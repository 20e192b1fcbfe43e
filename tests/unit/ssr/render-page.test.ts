import { beforeAll, describe, expect, test } from 'vitest';
import { isSecret, readKeyRule, render } from '#client/app/entry.server.tsx';
import type { ApiReader, RenderResult } from '#shared/rendering.ts';
import { mapTileHost } from '#shared/shipping/map-tiles.ts';
import { createSamplePageEntry, createSampleRead, sampleAssets, sampleSite, sampleSiteInfo } from './sample-site.ts';

const input = (path: string, read: ApiReader = createSampleRead()) => ({
  site: sampleSite,
  path,
  read,
  assets: sampleAssets,
});

function htmlOf(result: RenderResult): string {
  if (result.kind !== 'page') throw new Error(`unexpected redirect to ${result.location}`);
  let html = '';
  result.write({
    chunk: (piece) => {
      html += piece;
    },
    end: () => {},
    fail: (error) => {
      throw error;
    },
  });
  return html;
}

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
    const html = htmlOf(await render(input('/privacy-policy', withInfo(hash))));
    expect(html).toContain(`<script defer src="/scripts/${hash}.js"></script>`);
    expect(htmlOf(await render(input('/privacy-policy', withInfo(''))))).not.toContain('/scripts/');
  });

  test('renders menu entries of every depth, and buttons for entries that run a script', async () => {
    const html = htmlOf(
      await render(input('/privacy-policy', createSampleRead({ 'GET /page/tree': { pages: tree } }))),
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
  expect(await render(input('/accueil'))).toEqual({ kind: 'redirect', status: 301, location: '/' });
});

describe('render: a page', () => {
  let result: RenderResult;
  let html: string;
  beforeAll(async () => {
    result = await render(input('/privacy-policy'));
    html = htmlOf(result);
  });

  test('returns a whole document in the language of the site', () => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="fr-FR"><head><meta charset="utf-8">/);
    expect(html).toMatch(/<\/body><\/html>$/);
    expect(statusOf(result)).toBe(200);
  });

  test('contains no style attribute, no inline script and one style element, as the content security policy demands', () => {
    expect(html).not.toMatch(/\sstyle="/);
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).toContain(`<style>${result.kind === 'page' ? result.themeStyle : ''}</style>`);
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
    expect(htmlOf(await render(input('/actualites')))).toContain('href="https://en.clos.example/news"');
  });

  test('derives the weight of a font from its file name', () => {
    expect(html).toMatch(/font-family:'Mulish';src:url\("\/file\/1\/Mulish-SemiBold\.woff2"\)[^}]*font-weight:600/);
  });
});

test('render escapes hydration data so that it cannot end its script element', async () => {
  const title = '</script><script>alert(1)</script>\u2028';
  const read = createSampleRead({
    'GET /news': {
      news: [{ id: 3, slug: 'a', title, summary: '', publishedAt: '2026-10-01T08:00:00Z', image: null }],
      total: 1,
    },
  });
  const html = htmlOf(await render(input('/actualites', read)));
  expect(html).not.toContain('<script>alert');
  expect(hydrationOf(html).page.data.items[0].title).toBe(title);
});

test.each([
  ['/auth/activate/a-token', true],
  ['/password/reset/a-token', true],
  ['/newsletter/confirm/a-token', true],
  ['/orders/a-token', true],
  ['/newsletter/unsubscribe/a-token', true],
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
  const result = await render(input(path));
  // A page that does not exist has no kind, so its URL cannot contain a secret.
  if (result.kind === 'page' && result.status === 200) expect(result.isSecret).toBe(expected);
});

const payment = { methods: [], policySources: { script: ['https://js.pay.example'], img: ['https://pay.example'] } };
const paymentRead = createSampleRead({ 'GET /payment/method': payment });

test.each([
  ['/checkout', { script: ['https://js.pay.example'], img: [mapTileHost, 'https://pay.example'] }],
  ['/cart', {}],
  ['/privacy-policy', {}],
  ['/actualites', {}],
  ['/nowhere', {}],
])('render declares on %s the third-party origins %j', async (path, policySources) => {
  expect(await render(input(path, paymentRead))).toMatchObject({ kind: 'page', policySources });
});

test('render leaves the third-party origins out of the hydration data', async () => {
  expect(htmlOf(await render(input('/checkout', paymentRead)))).not.toContain('js.pay.example');
});

test.each([
  ['/actualites', ['page']],
  ['/contact', []],
  ['/nowhere', []],
])('readKeyRule returns for %s the parameters %j', async (path, parameters) => {
  expect((await readKeyRule(input(path))).declaredParameters).toEqual(parameters);
});

test.each([
  ['/actualites', '/actualites', false],
  ['/nowhere', 'not-found', true],
  ['/wines/a/b/c/d/e', 'not-found', true],
  ['/account/orders/12', '/account/orders/:id', false],
  ['/checkout/done/99999', '/checkout/done/:id', false],
  ['/actualites/vendanges/3', '/actualites/vendanges/3', false],
  // Each of these paths is redirected to the path of its entry.
  ['/ActualitÉs', 'not-found', true],
  ['/ACTUALITES', '/ACTUALITES', false],
  ['/Account/orders/12', '/Account/orders/12', false],
  // An entry of an unknown kind is not a missing page, because it is rendered with status 500.
  ['/etrange', '/etrange', false],
])('readKeyRule caches %s under %s', async (path, cachePath, isNotFound) => {
  expect(await readKeyRule(input(path))).toMatchObject({ cachePath, isNotFound });
});

test.each([
  ['/nowhere', '/somewhere/else'],
  ['/account/orders/12', '/account/orders/99999'],
  ['/checkout/done/12', '/checkout/done/99999'],
])('%s and %s, which share a cache entry, have the same HTML', async (one, other) => {
  expect(htmlOf(await render(input(one)))).toBe(htmlOf(await render(input(other))));
});

test.each([
  ['/ACTUALITES?page=1', '/actualites?page=1'],
  ['/Actualites/Vendanges/3', '/actualites/Vendanges/3'],
  ['/Wines/Le-Blanc/12', '/wines/Le-Blanc/12'],
  ['/AUTH/Activate/SeCrEt', '/auth/activate/SeCrEt'],
])('redirects %s to its route in lower case', async (path, location) => {
  expect(await render(input(path))).toEqual({ kind: 'redirect', status: 301, location });
});

import { describe, expect, it } from 'vitest';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import { findRouteKindOfPath } from '#client/router/browser-router.ts';
import { createSiteRoutes } from '#client/router/routes.ts';
import { loadSite } from '#client/ssr/load-site.ts';
import { createTextsOfBundledDictionaries } from '#client/ssr/renderable-app.ts';
import { renderFeed } from '#server/storefront/discovery/feed.ts';
import { renderSitemap } from '#server/storefront/discovery/sitemap.ts';
import type { FeedContentType, FeedItem } from '#shared/content-type.ts';
import { buildItemPath, contentDetailRoutePattern, contentTypePages } from '#shared/content-type-pages.ts';
import { allContentTypes, contentTypes } from '#shared/content-types.ts';
import { ApiReadError, type ApiReader } from '#shared/rendering.ts';
import { pageEntryKinds, pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { createSamplePageEntry, createSampleRead, sampleSite } from '#tests/support/fixtures/sample-site.ts';

async function kindAt(pages: PageEntry[], path: string) {
  const { shell } = await loadSite(sampleSite, createSampleRead({ 'GET /page/tree': { pages } }));
  const app = { shell, texts: createTextsOfBundledDictionaries(sampleSite) };
  return findRouteKindOfPath(createSiteRoutes({ app, definitions: pageDefinitions, modules: new Map() }), path);
}
const types = allContentTypes;

describe('contentTypes', () => {
  it.each(Object.entries(contentTypePages))('define distinct pages for %s', (_, { listKind, detailKind }) => {
    expect(pageEntryKinds).toContain(listKind);
    expect(Object.values(pageKindsByFixedPath)).not.toContain(listKind);
    expect(pageDefinitions[listKind].source).not.toBe(pageDefinitions[detailKind].source);
  });

  it('contain each page kind and each feed path once', () => {
    const kinds = types.flatMap(({ listKind, detailKind }) => [listKind, detailKind]);
    const feeds = types.flatMap(({ feed }) => (feed ? [feed.path, feed.buildListPath?.(':route') ?? []] : []).flat());
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(new Set(feeds).size).toBe(feeds.length);
  });

  it('contentDetailRoutePattern matches the paths of items', () => {
    const path = buildItemPath('/list', { slug: 'a-slug', id: 7 });
    expect(path).toBe('/list/a-slug/7');
    expect(path.split('/')).toHaveLength(`/list${contentDetailRoutePattern}`.split('/').length);
  });
});

describe.each(types.map((type) => [type.listKind, type] as const))('the content type of %s', (listKind, type) => {
  const pages = [createSamplePageEntry(1, 'accueil', 'HOME'), createSamplePageEntry(2, 'liste', listKind)];

  it.each([
    ['/liste', listKind],
    ['/liste/un/1', type.detailKind],
    ['/autre/un/1', 'NOT_FOUND'],
  ])('has at %s a page of kind %s', async (path, kind) => expect(await kindAt(pages, path)).toBe(kind));

  it('has no pages if the page tree does not list it', async () => {
    expect(await kindAt([createSamplePageEntry(1, 'accueil', 'HOME')], '/liste/un/1')).toBe('NOT_FOUND');
  });
});

const item = (id: number, updatedAt: string): FeedItem => ({
  id,
  slug: `item-${id}`,
  title: `Item <${id}>`,
  summary: 'Summary',
  publishedAt: '2026-10-01T08:00:00.000Z',
  updatedAt,
});

/** A content type with a feed that the platform does not register. */
const albums = {
  listKind: 'FOLDER',
  feed: { path: '/albums.xml' },
  readList: async (_read: unknown, { nbItem = 10 }) => ({
    items: [
      item(1, '2026-10-02T08:00:00.000Z'),
      item(2, '2026-10-03T08:00:00.000Z'),
      ...Array.from({ length: 23 }, (_, index) => item(index + 3, '2026-09-01T08:00:00.000Z')),
    ].slice(0, nbItem),
    total: 25,
  }),
} satisfies Pick<FeedContentType<ApiReader>, 'listKind' | 'feed' | 'readList'>;

describe('renderFeed', () => {
  const read = (isListed: boolean) =>
    createSampleRead({ 'GET /page/tree': { pages: isListed ? [createSamplePageEntry(2, 'albums', 'FOLDER')] : [] } });

  it('lists the latest items at their addresses', async () => {
    const feed = await renderFeed(albums, sampleSite, read(true));
    expect(feed).toContain('<link rel="self" type="application/atom+xml" href="https://clos.example/albums.xml"/>');
    expect(feed).toContain('<id>https://clos.example/albums/item-1/1</id><title>Item &lt;1&gt;</title>');
    expect(feed).toContain('</author><entry>');
    expect(feed).toContain('<updated>2026-10-03T08:00:00.000Z</updated><author>');
  });

  it('limits the items to the latest 20', async () => {
    const feed = await renderFeed(albums, sampleSite, read(true));
    expect(feed.match(/<entry>/g)).toHaveLength(20);
  });

  it('rejects with 404 if the page tree does not list the type', async () => {
    const feed = renderFeed(albums, sampleSite, read(false));
    await expect(feed).rejects.toEqual(new ApiReadError(404, 'the site has no page of kind FOLDER'));
  });
});

it('the sitemap lists the items of content types with their alternate languages', async () => {
  const news = { id: 3, slug: 'vendanges', title: 'Vendanges', summary: '', updatedAt: '2026-10-01T08:00:00.000Z' };
  const englishNews = { ...news, slug: 'harvest' };
  const read = createSampleRead({
    'GET /page/tree fr_FR': { pages: [createSamplePageEntry(2, 'actualites', 'NEWS')] },
    'GET /product fr_FR': { products: [], total: 0 },
    'GET /product en': { products: [], total: 0 },
    'GET /news fr_FR': { news: [news], total: 1 },
    'GET /news en': { news: [englishNews], total: 1 },
    'GET /album fr_FR': { albums: [], total: 0 },
    'GET /album en': { albums: [], total: 0 },
    'GET /blog/folder/list fr_FR': { folders: [], blogs: [], total: 0 },
    'GET /blog/folder/list en': { folders: [], blogs: [], total: 0 },
  });
  const xml = await renderSitemap(sampleSite, read);
  expect(contentTypes.news.isInSitemap).toBe(true);
  expect(xml).toContain(
    '<url><loc>https://clos.example/actualites/vendanges/3</loc><lastmod>2026-10-01T08:00:00.000Z</lastmod>' +
      '<xhtml:link rel="alternate" hreflang="fr-FR" href="https://clos.example/actualites/vendanges/3"/>' +
      '<xhtml:link rel="alternate" hreflang="en-GB" href="https://en.clos.example/news/harvest/3"/></url>',
  );
});

it('the sitemap lists the posts of the blog and its folders with their alternate languages', async () => {
  const post = { id: 3, slug: 'l-herbe', title: 'L’herbe', summary: '', updatedAt: '2026-10-01T08:00:00.000Z' };
  const list = (folders: object[], blogs: object[] = []) => ({ folders, blogs, total: blogs.length });
  const read = createSampleRead({
    'GET /page/tree fr_FR': { pages: [createSamplePageEntry(2, 'carnet', 'BLOG')] },
    'GET /page/tree en': { pages: [createSamplePageEntry(12, 'journal', 'BLOG')] },
    'GET /product fr_FR': { products: [], total: 0 },
    'GET /product en': { products: [], total: 0 },
    'GET /news fr_FR': { news: [], total: 0 },
    'GET /news en': { news: [], total: 0 },
    'GET /album fr_FR': { albums: [], total: 0 },
    'GET /album en': { albums: [], total: 0 },
    'GET /blog/folder/list fr_FR': list([{ id: 1, slug: 'vigne' }], [post]),
    'GET /blog/folder/list en': list([{ id: 1, slug: 'vines' }], [{ ...post, slug: 'grass' }]),
    'GET /blog/folder/list/1 fr_FR': list([{ id: 2, slug: 'saisons' }]),
    'GET /blog/folder/list/1 en': list([{ id: 2, slug: 'seasons' }]),
    'GET /blog/folder/list/2 fr_FR': list([]),
    'GET /blog/folder/list/2 en': list([]),
  });
  const xml = await renderSitemap(sampleSite, read);
  expect(xml).toContain('<url><loc>https://clos.example/carnet/l-herbe/3</loc>');
  for (const path of ['carnet/folder/vigne/1', 'carnet/folder/saisons/2'])
    expect(xml).toContain(`<url><loc>https://clos.example/${path}</loc>`);
  expect(xml).toContain('hreflang="en-GB" href="https://en.clos.example/journal/folder/seasons/2"/>');
});

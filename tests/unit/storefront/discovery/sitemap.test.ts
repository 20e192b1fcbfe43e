import { expect, it } from 'vitest';
import { renderSitemap } from '#server/storefront/discovery/sitemap.ts';
import type { Lang } from '#shared/languages.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { createSamplePageEntry, createSampleRead, sampleSite } from '#tests/support/fixtures/sample-site.ts';

const updatedAt = '2026-10-01T08:00:00.000Z';

/** Creates a folder of the blog. */
const folder = (id: number, slug: string) => ({ id, slug });

/** Creates an item of any content type, or a product. */
const item = (id: number, slug: string) => ({ ...folder(id, slug), kind: 'wine', updatedAt });

/** Creates a page tree in which services come before elements, with a second blog, which the sitemap ignores. */
const pagesOf = (prefix: string) => [
  createSamplePageEntry(1, `${prefix}-prestations`, 'SERVICES'),
  createSamplePageEntry(2, `${prefix}-agenda`, 'ELEMENTS', { elementRoute: 'events' }),
  createSamplePageEntry(4, `${prefix}-visites`, 'ELEMENTS', { elementRoute: 'tours' }),
  createSamplePageEntry(5, `${prefix}-albums`, 'ALBUMS'),
  createSamplePageEntry(6, `${prefix}-carnet`, 'BLOG'),
  createSamplePageEntry(7, `${prefix}-autre-carnet`, 'BLOG'),
];

const listOf = (key: string, ...items: object[]) => ({ [key]: items, total: items.length });

const shared = createSampleRead();

/** Responds like the API, with the language at the beginning of each slug. News exist, but no page lists them. */
const read = (async (name: string, options: { lang?: Lang; params?: { route?: string; id?: number } } = {}) => {
  const { lang = 'fr_FR', params } = options;
  const slug = (word: string) => `${lang.slice(0, 2)}-${word}`;
  switch (name) {
    case 'GET /page/tree':
      return { pages: pagesOf(lang.slice(0, 2)) };
    case 'GET /product':
      return listOf('products', item(1, slug('rouge')), ...(lang === 'fr_FR' ? [item(2, slug('blanc'))] : []));
    case 'GET /blog/folder/list':
      return { ...listOf('blogs', item(1, slug('gel'))), folders: [folder(1, slug('vigne'))] };
    case 'GET /blog/folder/list/{id}':
      return { ...listOf('blogs'), folders: params?.id === 1 ? [folder(2, slug('saisons'))] : [] };
    case 'GET /album':
      return listOf('albums', item(1, slug('chai')));
    case 'GET /element/{route}':
      return listOf('items', params?.route === 'tours' ? item(8, slug('caves')) : item(7, slug('fete')));
    case 'GET /service':
      return listOf('services', item(1, slug('mariage')));
    default:
      return shared(name as 'GET /parameter', options as object);
  }
}) as unknown as ApiReader;

/** The paths, dates and alternates of the sitemap below the pages of the page tree, one line each. */
const summarize = (xml: string): string[] =>
  xml
    .split('\n')
    .filter((line) => /\/\d+<\/loc>/.test(line))
    .map((line) => {
      const path = /<loc>https:\/\/clos\.example([^<]*)<\/loc>/.exec(line)?.[1];
      const alternates = [...line.matchAll(/hreflang="([^"]*)" href="https:\/\/(?:en\.)?clos\.example([^"]*)"/g)];
      return [
        path,
        line.includes(`<lastmod>${updatedAt}</lastmod>`) ? 'dated' : 'undated',
        ...alternates.map(([, code, href]) => `${code} ${href}`),
      ].join(' | ');
    });

it('the sitemap lists the products, then the folders and items of every list in a fixed order, with their other languages', async () => {
  const dated = (path: string) =>
    `/fr-${path} | dated | fr-FR /fr-${path} | en-GB /${`fr-${path}`.replaceAll('fr-', 'en-')}`;
  const undated = (path: string) => dated(path).replace('| dated |', '| undated |');
  expect(summarize(await renderSitemap(sampleSite, read))).toEqual([
    '/wines/fr-rouge/1 | undated | fr-FR /wines/fr-rouge/1 | en-GB /wines/en-rouge/1',
    '/wines/fr-blanc/2 | undated',
    undated('carnet/folder/fr-vigne/1'),
    undated('carnet/folder/fr-saisons/2'),
    dated('carnet/fr-gel/1'),
    dated('albums/fr-chai/1'),
    dated('prestations/fr-mariage/1'),
    dated('agenda/fr-fete/7'),
    dated('visites/fr-caves/8'),
  ]);
});

it('the sitemap contains at most 50,000 URLs, the pages of the page tree first', async () => {
  const products = Array.from({ length: 50_000 }, (_, index) => item(index + 1, 'rouge'));
  const readMany = ((name: string, options: object) =>
    name === 'GET /product'
      ? Promise.resolve({ products, total: products.length })
      : read(name as 'GET /parameter', options)) as ApiReader;
  const paths = [...(await renderSitemap(sampleSite, readMany)).matchAll(/<loc>https:\/\/clos\.example([^<]*)/g)].map(
    ([, path]) => path,
  );
  expect(paths).toHaveLength(50_000);
  expect(paths).toContain('/fr-albums');
  expect(paths[0]).toBe('/');
});

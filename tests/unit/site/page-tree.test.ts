import { describe, expect, test } from 'vitest';
import {
  buildEntryPath,
  buildPathFromEntrySlugs,
  listPageEntriesWithPaths,
  mapTranslatedPaths,
} from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

let nextId = 1;
const entry = (url: string, overrides: Partial<PageEntry> = {}): PageEntry => ({
  id: nextId++,
  url,
  menuTitle: url,
  title: url,
  metaDescription: '',
  order: 0,
  parent: null,
  showInMenu: true,
  isText: false,
  type: 'CMS',
  cms: { isCmsPage: true, route: '' },
  page: null,
  link: { type: 'NONE', url: '', script: '' },
  children: [],
  ...overrides,
});

describe('buildEntryPath', () => {
  const folder = entry('nos-produits', { type: 'FOLDER' });
  test.each<[string, PageEntry, PageEntry[], string | null]>([
    ['returns the segment of a top-level entry', entry('contacts'), [], '/contacts'],
    [
      'returns the segments of an entry and its ancestors',
      entry('nos-vins', { type: 'WINE' }),
      [folder],
      '/nos-produits/nos-vins',
    ],
    [
      'returns the route of an entry that has one',
      entry('visites', { cms: { isCmsPage: true, route: '/visit-us/' } }),
      [folder],
      '/visit-us',
    ],
    ['returns / for the home page', entry('accueil', { type: 'HOME' }), [], '/'],
    ['returns the fixed path of a legal text', entry('cgv', { type: 'SALE_TERMS' }), [folder], '/sale-terms'],
    ['returns null for a heading', entry('nos-produits', { type: 'FOLDER', isText: true }), [], null],
    [
      'returns null for a link',
      entry('x', { type: 'LINK', link: { type: 'EXTERNAL', url: 'https://x.example', script: '' } }),
      [],
      null,
    ],
  ])('%s', (_, pageEntry, ancestors, path) => expect(buildEntryPath(pageEntry, ancestors)).toBe(path));
});

test('buildPathFromEntrySlugs returns the path by segments, also for entries with another path', () => {
  const folder = entry('notre-domaine', { type: 'FOLDER' });
  expect(buildPathFromEntrySlugs(entry('accueil', { type: 'HOME' }), [])).toBe('/accueil');
  expect(buildPathFromEntrySlugs(entry('visites', { cms: { isCmsPage: true, route: '/visit-us' } }), [folder])).toBe(
    '/notre-domaine/visites',
  );
});

test('listPageEntriesWithPaths returns entries in their order, parents before children', () => {
  const tree = [
    entry('b', { order: 1, children: [entry('d', { order: 1 }), entry('c', { order: 0 })] }),
    entry('a', { order: 0 }),
  ];
  expect(listPageEntriesWithPaths(tree).map(({ path }) => path)).toEqual(['/a', '/b', '/b/c', '/b/d']);
});

describe('counterparts', () => {
  const french = [
    entry('accueil', { type: 'HOME' }),
    entry('nos-vins', { type: 'WINE' }),
    entry('visites', { page: 6 }),
    entry('seulement-ici', { page: 9 }),
    entry('autre', {}),
  ];
  const english = [
    entry('home', { type: 'HOME' }),
    entry('our-wines', { type: 'WINE' }),
    entry('visits', { page: 6, cms: { isCmsPage: true, route: '/visit-us' } }),
    entry('another', {}),
  ];
  const pairs = mapTranslatedPaths(french, english);

  test('pairs the only pages of a kind', () => expect(pairs.get('/nos-vins')).toBe('/our-wines'));
  test('pairs entries that show the same page', () => expect(pairs.get('/visites')).toBe('/visit-us'));
  test('contains no pair for entries without a counterpart', () => {
    expect(pairs.has('/seulement-ici')).toBe(false);
    expect(pairs.has('/autre')).toBe(false);
  });
  test('passes over headings and links', () => {
    const link = { type: 'EXTERNAL' as const, url: 'https://x.example', script: '' };
    const withoutPages = [
      entry('visit-heading', { page: 6, isText: true }),
      entry('wine-link', { type: 'WINE', link }),
      entry('wine-heading', { type: 'WINE', isText: true }),
    ];
    const others = mapTranslatedPaths(french, [...withoutPages, ...english]);
    expect(others.get('/visites')).toBe('/visit-us');
    expect(others.get('/nos-vins')).toBe('/our-wines');
  });
  test('is symmetric', () => {
    const back = mapTranslatedPaths(english, french);
    for (const [here, there] of pairs) expect(back.get(there)).toBe(here);
  });
});

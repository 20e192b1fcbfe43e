import { describe, expect, test } from 'vitest';
import { counterparts, entryPath, placeEntries, treePath } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

let nextId = 1;
const entry = (url: string, more: Partial<PageEntry> = {}): PageEntry => ({
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
  ...more,
});

describe('the path of an entry', () => {
  const folder = entry('nos-produits', { type: 'FOLDER' });
  test.each<[string, PageEntry, PageEntry[], string | null]>([
    ['is its own segment at the top', entry('contacts'), [], '/contacts'],
    ['lies below its ancestors', entry('nos-vins', { type: 'WINE' }), [folder], '/nos-produits/nos-vins'],
    [
      'is its route where it has one',
      entry('visites', { cms: { isCmsPage: true, route: '/visit-us/' } }),
      [folder],
      '/visit-us',
    ],
    ['is / for the home page, whatever its segment', entry('accueil', { type: 'HOME' }), [], '/'],
    ['is the fixed one for a legal text below a folder', entry('cgv', { type: 'SALE_TERMS' }), [folder], '/sale-terms'],
    ['is none for a heading', entry('nos-produits', { type: 'FOLDER', isText: true }), [], null],
    [
      'is none for a link',
      entry('x', { type: 'LINK', link: { type: 'EXTERNAL', url: 'https://x.example', script: '' } }),
      [],
      null,
    ],
  ])('%s', (_, one, ancestors, path) => expect(entryPath(one, ancestors)).toBe(path));
});

test('the tree alone would put a page below its ancestors, also where it is elsewhere', () => {
  const folder = entry('notre-domaine', { type: 'FOLDER' });
  expect(treePath(entry('accueil', { type: 'HOME' }), [])).toBe('/accueil');
  expect(treePath(entry('visites', { cms: { isCmsPage: true, route: '/visit-us' } }), [folder])).toBe(
    '/notre-domaine/visites',
  );
});

test('entries come in their order, parents before their children', () => {
  const tree = [
    entry('b', { order: 1, children: [entry('d', { order: 1 }), entry('c', { order: 0 })] }),
    entry('a', { order: 0 }),
  ];
  expect(placeEntries(tree).map(({ path }) => path)).toEqual(['/a', '/b', '/b/c', '/b/d']);
});

describe('the same page in another language', () => {
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
  const pairs = counterparts(french, english);

  test('is found by its kind where there is one of it', () => expect(pairs.get('/nos-vins')).toBe('/our-wines'));
  test('is found by the page that both show', () => expect(pairs.get('/visites')).toBe('/visit-us'));
  test('is not made up', () => {
    expect(pairs.has('/seulement-ici')).toBe(false);
    expect(pairs.has('/autre')).toBe(false);
  });
  test('leads back to where it came from', () => {
    const back = counterparts(english, french);
    for (const [here, there] of pairs) expect(back.get(there)).toBe(here);
  });
});

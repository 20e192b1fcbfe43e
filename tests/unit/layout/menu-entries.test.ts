import { expect, test } from 'vitest';
import type { ClientPageEntry, SiteShell } from '#client/core/site-shell.ts';
import { createMainMenuEntries, type MenuEntry } from '#client/layout/navigation/menu-entries.ts';

const entry = (menuTitle: string, overrides: Partial<ClientPageEntry> = {}): ClientPageEntry => ({
  id: 1,
  path: `/${menuTitle}`,
  menuTitle,
  title: menuTitle,
  description: '',
  type: 'CMS',
  showInMenu: true,
  page: null,
  children: [],
  ...overrides,
});
const linkTo = (menuTitle: string, url: string) => entry(menuTitle, { path: null, link: { url, script: '' } });

const shell = {
  pages: [
    entry('home', { type: 'HOME', path: '/' }),
    entry('estate', { children: [entry('cellar'), linkTo('sleep', '/motorhomes'), linkTo('start', '/')] }),
    entry('products', { path: null, children: [entry('wines'), entry('reds', { path: '/wines/reds' })] }),
    entry('motorhomes'),
    linkTo('again', '/motorhomes'),
    entry('visits', { path: null, link: { url: '/tours', script: '' }, children: [entry('tours')] }),
  ],
} as unknown as SiteShell;

const marked = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ title, current, children }) => [
    ...(current ? [`${title}: ${current}`] : []),
    ...marked(children),
  ]);

test.each([
  ['a page and the entries above it', '/cellar', ['estate: true', 'cellar: page']],
  ['a page rather than links to it', '/motorhomes', ['motorhomes: page']],
  ['a heading above a page', '/wines', ['products: true', 'wines: page']],
  ['the nearest entry above a page that is in no menu', '/wines/reds/3', ['products: true', 'reds: true']],
  ['only the page below a link to it', '/tours', ['visits: true', 'tours: page']],
  ['no entry of which the path is only a part', '/winesandmore', []],
  ['no link to the home page on other pages', '/contact', []],
])('createMainMenuEntries marks %s', (_, pathname, expected) => {
  expect(marked(createMainMenuEntries(shell, pathname))).toEqual(expected);
});

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageDefinitions } from '#client/app/page-kinds.ts';
import { getDictionaryModulePath, getLazyTextModulePath } from '#client/core/dictionaries.ts';
import type { RouteKind } from '#client/core/page-definition.ts';

interface Chunk {
  file: string;
  imports: string[];
  modules: string[];
  isEntry?: true;
}

const folder = join(import.meta.dirname, '../../dist/client');
const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const entry = Object.entries(chunks).find(([, { isEntry }]) => isEntry)?.[0] ?? '';

/** Collects the chunks that a French page of a kind loads before it is interactive. */
function chunksOf(kind: RouteKind): Chunk[] {
  const { source, texts } = pageDefinitions[kind];
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || found.has(chunk.file)) return;
    found.set(chunk.file, chunk);
    chunk.imports.forEach(visit);
  };
  for (const name of [
    entry,
    source,
    getDictionaryModulePath('fr_FR'),
    ...texts.map((domain) => getLazyTextModulePath('fr_FR', domain)),
  ])
    visit(name);
  return [...found.values()];
}

const brotliBytes = ({ file }: Chunk): number => statSync(join(folder, `${file}.br`)).size;

/**
 * The budget of each kind of page: number of requests, and kB of JavaScript after brotli. Exceeding it requires a
 * decision.
 */
const budgets: [RouteKind, number, number][] = [
  ['WINE', 3, 90],
  ['GRAPE', 3, 90],
  ['HOME', 6, 97],
  ['CMS', 6, 97],
  ['CONTACT', 10, 106],
  ['FORM', 10, 106],
  ['SINGLE_FORM', 9, 106],
  ['TEXT', 6, 97],
  ['PRODUCT_SEARCH', 5, 93],
  ['PRODUCT', 12, 111],
  ['NEWS', 6, 87],
  ['NEWS_ARTICLE', 6, 87],
  ['BLOG', 6, 87],
  ['BLOG_FOLDER', 6, 87],
  ['BLOG_POST', 6, 87],
  ['ALBUMS', 7, 88],
  ['ALBUM', 7, 88],
  ['ELEMENTS', 6, 86],
  ['ELEMENT', 13, 112],
  ['SERVICES', 6, 86],
  ['SERVICE', 9, 104.5],
  ['REGISTRATION', 9, 106],
  ['REVIEWS', 7, 90],
  ['REVIEW_INVITATION', 9, 106],
  ['LEGAL_NOTICE', 3, 86],
  ['FOLDER', 3, 85],
  ['NOT_FOUND', 3, 85],
  ['CART', 7, 103],
  ['CHECKOUT', 14, 155],
  ['ORDER_PLACED', 11, 118.5],
  ['WITHDRAWAL', 9, 108],
  ['AUTH', 7, 105],
  ['ACTIVATION', 8, 105],
  ['ACCOUNT', 12, 121],
  ['ACCOUNT_ORDER', 12, 121],
];

/** Matches the sources and packages that only the admin panel needs. */
const panelSource =
  /(?:^client|^shared)\/admin\/|^shared\/texts\/\w+\/(?:admin|panel)|\bnode_modules\/(?:react-admin|ra-[\w-]+|@mui|@emotion|@puckeditor|@tiptap|@tanstack|recharts|react-router-dom)\//;

describe('chunks of a page', () => {
  test('contain no module that exists for the admin panel', () => {
    const modules = Object.values(chunks).flatMap((chunk) => chunk.modules);
    expect(modules.length).toBeGreaterThan(500);
    expect(modules.filter((module) => panelSource.test(module))).toEqual([]);
  });

  test.each(Object.entries(pageDefinitions))(
    'include the module and the texts of the kind %s',
    (_kind, { source, texts }) => {
      const needed = [source, ...texts.map((domain) => getLazyTextModulePath('fr_FR', domain))];
      expect(needed.filter((name) => !chunks[name])).toEqual([]);
    },
  );

  test.each(budgets)('%s loads at most %i files and %i kB', (kind, maxFiles, maxKilobytes) => {
    const loaded = chunksOf(kind);
    expect(loaded.length).toBeLessThanOrEqual(maxFiles);
    expect(loaded.reduce((sum, chunk) => sum + brotliBytes(chunk), 0)).toBeLessThanOrEqual(maxKilobytes * 1_000);
  });

  test.each<[RouteKind, RegExp]>([
    [
      'WINE',
      /features\/(checkout|orders|withdrawals|site)\/.*\.tsx|features\/accounts\/.*(Form|Page)|react-hook-form|leaflet|day-picker/,
    ],
    [
      'HOME',
      /features\/(checkout|orders|withdrawals)\/.*\.tsx|features\/accounts\/.*(Form|Page)|react-hook-form|leaflet|day-picker/,
    ],
    ['LEGAL_NOTICE', /features\/(catalogue|checkout|orders|withdrawals)\/.*\.tsx|react-hook-form|leaflet|day-picker/],
    ['CHECKOUT', /leaflet/],
    // Modules of folders that pages share, but that only the router, the accounts or form pages import.
    ['WINE', /client\/core\/(shop-pages|analytics\/|NoScriptNotice)|client\/ui\/FocusOnMount|shared\/accounts/],
  ])('%s loads no code of other pages', (kind, foreign) => {
    const modules = chunksOf(kind).flatMap((chunk) => chunk.modules);
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.filter((module) => foreign.test(module))).toEqual([]);
  });

  test('every page module of the build belongs to a page kind', () => {
    const sources = new Set(Object.values(pageDefinitions).map(({ source }) => source));
    const pageModules = Object.keys(chunks).filter((name) => /^client\/.*Page\.tsx$/.test(name));
    expect(pageModules.filter((name) => !sources.has(name))).toEqual([]);
  });
});

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import { getDictionaryModulePath, getLazyTextModulePath } from '#client/core/dictionaries.ts';
import type { RouteKind } from '#client/core/page-definition.ts';
import { type StandardContentTypeName, standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';

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

const kinds = Object.keys(pageDefinitions) as RouteKind[];

const brotliBytes = ({ file }: Chunk): number => statSync(join(folder, `${file}.br`)).size;

interface PageBudget {
  files: number;
  /** Kilobytes of JavaScript after brotli. */
  kilobytes: number;
  /** The features whose modules the page loads, apart from `sharedFeatures`. */
  features: readonly string[];
}

/** The features of which every page loads a part: cart and log-in state. */
const sharedFeatures = ['accounts', 'cart'];

const wineList: PageBudget = { files: 3, kilobytes: 91, features: ['catalogue'] };
const sections: PageBudget = { files: 6, kilobytes: 96.5, features: ['catalogue', 'content', 'places', 'site'] };
const formWithSections: PageBudget = {
  files: 10,
  kilobytes: 107.5,
  features: ['catalogue', 'content', 'forms', 'places', 'site'],
};
const articles: PageBudget = { files: 6, kilobytes: 88.5, features: ['content'] };
const albums: PageBudget = { files: 7, kilobytes: 90, features: ['content'] };
const legal: PageBudget = { files: 3, kilobytes: 86, features: ['site'] };
const notFound: PageBudget = { files: 3, kilobytes: 85, features: ['site'] };
const accountForm: PageBudget = { files: 8, kilobytes: 108, features: [] };
const orders: PageBudget = { files: 12, kilobytes: 124, features: ['catalogue', 'orders'] };

/** The budgets of the kinds of pages of standard content types, which share their page modules. */
const standardContentBudgets = Object.fromEntries(
  standardContentTypeNames.flatMap((name) => {
    const { listKind, detailKind } = contentTypePages[name];
    return [
      [listKind, articles],
      [detailKind, articles],
    ];
  }),
) as Record<(typeof contentTypePages)[StandardContentTypeName]['listKind' | 'detailKind'], PageBudget>;

/**
 * The budget of each kind of page, with a reserve of 1 kB or more, because a new kind of page or a language adds to
 * every page. Loading another feature requires a decision.
 */
const budgets: Readonly<Record<RouteKind, PageBudget>> = {
  HOME: sections,
  ESTATE: sections,
  MOTORHOME: sections,
  CMS: sections,
  TEXT: sections,
  WINE: wineList,
  GRAPE: wineList,
  PRODUCT_SEARCH: { files: 5, kilobytes: 92.8, features: ['catalogue'] },
  PRODUCT: { files: 12, kilobytes: 113, features: ['catalogue', 'reviews'] },
  ...standardContentBudgets,
  BLOG: articles,
  BLOG_FOLDER: articles,
  BLOG_POST: articles,
  ALBUMS: albums,
  ALBUM: albums,
  ELEMENTS: { files: 6, kilobytes: 86.5, features: ['elements'] },
  ELEMENT: { files: 13, kilobytes: 114, features: ['elements'] },
  SERVICES: { files: 6, kilobytes: 86, features: ['services'] },
  SERVICE: { files: 9, kilobytes: 107, features: ['services'] },
  CONTACT: formWithSections,
  FORM: formWithSections,
  SINGLE_FORM: { ...formWithSections, features: ['forms'] },
  REGISTRATION: { files: 9, kilobytes: 109, features: ['elements'] },
  REVIEWS: { files: 7, kilobytes: 90, features: ['reviews'] },
  REVIEW_INVITATION: { files: 9, kilobytes: 106, features: ['reviews'] },
  REVIEW_REFUSAL: accountForm,
  PRIVACY_POLICY: legal,
  USE_TERMS: legal,
  SALE_TERMS: legal,
  COOKIE_POLICY: legal,
  LEGAL_NOTICE: legal,
  ACCESSIBILITY: legal,
  FOLDER: notFound,
  LINK: notFound,
  NOT_FOUND: notFound,
  CART: { files: 7, kilobytes: 103, features: ['catalogue'] },
  CHECKOUT: { files: 14, kilobytes: 158, features: ['catalogue', 'checkout'] },
  ORDER_PLACED: { files: 11, kilobytes: 121.5, features: ['catalogue', 'orders'] },
  GUEST_ORDER: orders,
  ACCOUNT: { ...orders, features: ['checkout', 'orders'] },
  ACCOUNT_ORDER: orders,
  WITHDRAWAL: { files: 9, kilobytes: 110, features: ['withdrawals'] },
  AUTH: accountForm,
  ACTIVATION: accountForm,
  STAFF_INVITATION: accountForm,
  PASSWORD_RESET_ASK: accountForm,
  PASSWORD_RESET: accountForm,
  NEWSLETTER_CONFIRMATION: accountForm,
  NEWSLETTER_UNSUBSCRIPTION: accountForm,
};

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

  test.each(kinds)('stay within the budget of files and bytes of the kind %s', (kind) => {
    const loaded = chunksOf(kind);
    expect(loaded.length).toBeLessThanOrEqual(budgets[kind].files);
    expect(loaded.reduce((sum, chunk) => sum + brotliBytes(chunk), 0)).toBeLessThanOrEqual(
      budgets[kind].kilobytes * 1_000,
    );
  });

  test.each(kinds)('contain modules of exactly the features in the budget of the kind %s', (kind) => {
    const modules = chunksOf(kind).flatMap((chunk) => chunk.modules);
    const features = new Set(modules.flatMap((module) => /^client\/features\/(\w+)\//.exec(module)?.[1] ?? []));
    expect([...features].sort()).toEqual([...new Set([...sharedFeatures, ...budgets[kind].features])].sort());
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
    // Small code of many pages may be part of the entry, but nothing of one feature or of a form.
    [
      'WINE',
      /client\/core\/(fixed-path-pages|share\/|guest-order|use-api-form)|client\/ui\/(FullscreenSlider\/FullscreenSlider\.tsx|NumberStepper|form\/Field)|shared\/(accounts|checkout|consent|content\/|discounts|forms|orders|payments|shipping)\b|client\/app\/pages\/(?!list\/)/,
    ],
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

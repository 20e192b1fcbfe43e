import type { ApiReader, ClientAssets, RenderedSite } from '#shared/rendering.ts';
import { ApiReadError } from '#shared/rendering.ts';
import type { PageEntry, SiteInfo, Theme } from '#shared/site/site-contract.ts';

/** A small site whose API responses are in memory, so that rendering needs no server. */
export const sampleSite: RenderedSite = {
  id: 42,
  name: 'Clos des Essais',
  lang: 'fr_FR',
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  origin: 'https://clos.example',
  alternates: [
    { lang: 'fr_FR', origin: 'https://clos.example', href: 'https://clos.example' },
    { lang: 'en', origin: 'https://en.clos.example', href: 'https://en.clos.example' },
  ],
};

export const sampleAssets: ClientAssets = {
  entry: 'assets/entry.js',
  files: {
    'client/app/entry.client.tsx': { file: 'assets/entry.js', imports: [], css: ['assets/entry.css'] },
    'shared/texts/fr_FR/every-page.ts': { file: 'assets/fr.js', imports: [], css: [] },
    'client/features/site/LegalPage.tsx': {
      file: 'assets/legal.js',
      imports: ['assets/entry.js'],
      css: ['assets/legal.css'],
    },
  },
};

export const createSamplePageEntry = (
  id: number,
  url: string,
  type: string,
  overrides: Partial<PageEntry> = {},
): PageEntry => ({
  id,
  url,
  type,
  menuTitle: url,
  title: `Titre ${url}`,
  metaDescription: `Description ${url}`,
  order: id,
  parent: null,
  showInMenu: true,
  isText: false,
  page: null,
  cms: { isCmsPage: false, route: '' },
  link: { type: 'NONE', url: '', script: '' },
  children: [],
  ...overrides,
});

const theme: Theme = {
  primary: '#3f5a2a',
  accent: '#e0a526',
  backgrounds: { paper: '#faf5e6', raised: '#fffcf3', footer: '#2f3d20' },
  ink: '#2b2a1c',
  fonts: [{ name: 'Mulish', files: [{ name: 'fonts/Mulish-SemiBold.woff2', url: '/file/1/Mulish-SemiBold.woff2' }] }],
  menu: { background: '#faf5e6', ink: '#2b2a1c', current: '#8a5f00' },
};

export const sampleSiteInfo: SiteInfo = {
  name: sampleSite.name,
  devUrl: '',
  prodUrl: '',
  server: '',
  url: '',
  fonts: [{ type: 'CONTENT', family: 'Mulish', colour: '#2b2a1c', size: '1em', weight: 600, style: 'normal' }],
  isWinemaker: true,
  isECommerce: false,
  isBuilding: false,
  scripts: '',
  externalIds: {},
  popups: [],
  technicalFileModel: null,
  dashboardType: null,
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
};

const parameter = (type: string, value: string, id = 1) => ({
  id,
  type,
  name: type,
  kind: 'STRING',
  label: type,
  value,
});

const news = {
  id: 3,
  slug: 'vendanges',
  title: 'Vendanges',
  summary: 'Le raisin est rentré.',
  publishedAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  promoted: true,
  image: null,
};

const responses: Record<string, unknown> = {
  'GET /page/tree': {
    pages: [
      createSamplePageEntry(1, 'accueil', 'HOME'),
      createSamplePageEntry(2, 'actualites', 'NEWS'),
      createSamplePageEntry(3, 'etrange', 'TELEPORT'),
    ],
  },
  'GET /page/tree en': {
    pages: [createSamplePageEntry(11, 'home', 'HOME'), createSamplePageEntry(12, 'news', 'NEWS')],
  },
  'GET /parameter': {
    parameters: [
      parameter('PRIVACY_POLICY', '<h2>Qui</h2><p>{{COMPANY_NAME}}</p><h2>Quoi</h2><p>secret of the long text</p>'),
      parameter('COMPANY_NAME', 'EARL </script><b>Clos</b>'),
    ],
  },
  'GET /site/info': { site: sampleSiteInfo },
  'GET /theme': { theme },
  'GET /logo': { logos: [] },
  'GET /company/address': { addresses: [] },
  'GET /user/newsletter/lists': { lists: [{ id: 1, name: 'La lettre', description: '' }] },
  'GET /payment/method': { methods: [], policySources: {} },
  'GET /estate/review': {
    reviews: [
      {
        id: 1,
        author: 'Ada L.',
        rating: 5,
        text: 'Un accueil chaleureux.',
        experiencedOn: '2026-09-01',
        publishedAt: '2026-09-20T10:00:00Z',
        reply: null,
      },
    ],
    total: 1,
    summary: { average: 5, count: 1, distribution: [0, 0, 0, 0, 1] },
    isFictional: false,
  },
  'GET /news': { news: [news], total: 1 },
  'GET /news/{id}': { news: { ...news, html: '<p>…</p>', images: [] } },
};

/**
 * Creates a reader like that of the storefront's data cache, which returns the same object each time.
 * @param changes responses that replace the default ones by path; an `Error` is thrown. The key of a call with an
 * id is its name or its path.
 */
export function createSampleRead(changes: Record<string, unknown> = {}): ApiReader {
  const all: Record<string, unknown> = { ...responses, ...changes };
  return (async (name: string, { lang, params }: { lang?: string; params?: { id: number } } = {}) => {
    const inLanguage = (key: string) => all[lang ? `${key} ${lang}` : key];
    const response =
      inLanguage(name.replace('{id}', String(params?.id))) ?? inLanguage(name) ?? new ApiReadError(404, '');
    if (response instanceof Error) throw response;
    return response;
  }) as ApiReader;
}

export const siteInPreparationInfo = { site: { ...sampleSiteInfo, isBuilding: true } };

import type { IncomingMessage } from 'node:http';

const names: Record<string, string> = { '40': 'Domaine des Chênes', '41': 'Willow Hill' };

/** The state of the fake API on which its responses depend. */
interface FakeApiState {
  marker: string;
  isBuilding: boolean;
}

/** Returns the data of a call that a test has not replaced; null for an unknown path. */
export function getFakeApiData(path: string, { headers }: IncomingMessage, state: FakeApiState): object | null {
  const site = String(headers.idsite);
  const lang = String(headers.userlang);
  const name = names[site] ?? `Site ${site}`;
  switch (path) {
    case '/site/info':
      return { site: siteInfo(name, state) };
    case '/page/tree':
      return { pages: pageTree(lang) };
    case '/theme':
      return { theme };
    case '/logo':
      return { logos: [] };
    case '/parameter':
      return { parameters: [] };
    case '/product':
      return { products: [product(site)], total: 1 };
    case '/blog/folder/list':
      return { folders: [], blogs: [], total: 0 };
    case '/estate/review':
      return {
        reviews: [],
        total: 0,
        summary: { average: null, count: 0, distribution: [0, 0, 0, 0, 0] },
        isFictional: false,
      };
    case '/news':
      return { news: [article(name)], total: 1 };
    default:
      return null;
  }
}

const siteInfo = (name: string, { marker, isBuilding }: FakeApiState) => ({
  name,
  devUrl: '',
  prodUrl: '',
  server: '',
  url: marker,
  fonts: [],
  isWinemaker: true,
  isECommerce: false,
  isBuilding,
  popups: [],
  technicalFileModel: null,
  dashboardType: null,
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  scripts: '',
  externalIds: {},
});

const pageTree = (lang: string) => [
  entry(1, lang === 'en' ? 'our-wines' : 'nos-vins', 'WINE'),
  entry(2, lang === 'en' ? 'news' : 'actualites', 'NEWS'),
  entry(3, 'contact', 'CONTACT'),
];

const entry = (id: number, url: string, type: string) => ({
  id,
  url,
  menuTitle: url,
  title: url,
  metaDescription: '',
  order: id,
  parent: null,
  showInMenu: true,
  isText: false,
  type,
  page: null,
  cms: { isCmsPage: false, route: '' },
  link: { type: 'NONE', url: '', script: '' },
  children: [],
});

const theme = {
  primary: '#2f5d3a',
  accent: '#e0b000',
  backgrounds: { paper: '#faf6ec', raised: '#ffffff', footer: '#eeeeee' },
  ink: '#222222',
  fonts: [],
  menu: { background: '#ffffff', ink: '#222222', current: '#2f5d3a' },
};

const variant = {
  id: 100,
  reference: 'R',
  year: null,
  price: 10,
  discount: null,
  lowestPrice: null,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  quantity: 1,
  setQuantity: false,
  sellByMultipleOf: 1,
  variation1: null,
  variation2: null,
  variation3: null,
  image: null,
};

const product = (site: string) => ({
  id: 7,
  idProduct: 7,
  slug: `rouge-${site}`,
  name: 'Rouge & Noir',
  type: { type: 'WINE' },
  kind: 'red',
  appellation: '',
  summary: '',
  isVintage: false,
  declination: [variant],
  price: 10,
  discount: null,
  hasShippingFees: true,
  sellByMultipleOf: 1,
  quantity: 1,
  setQuantity: false,
  vatRate: 20,
  isAlcohol: true,
  tags: [],
  image: null,
  promoted: false,
  rating: null,
  products: [],
});

const article = (name: string) => ({
  id: 3,
  slug: 'vendanges',
  title: `Vendanges <${name}>`,
  summary: 'On vendange & on goûte.',
  publishedAt: '2026-09-20T08:00:00.000Z',
  updatedAt: '2026-09-21T08:00:00.000Z',
  promoted: false,
  image: null,
});

import type { ItemDraft, ItemKey } from '#server/api/resources/resource.ts';

/** Sample input for one kind of item that staff edits. */
export interface SampleDrafts {
  /** The input of a new item, or of the first save of an item that always exists. */
  draft: ItemDraft;
  change: ItemDraft;
  /** The key of the item, if the API does not assign one. */
  key?: ItemKey;
  /** The item as it is read after `change` was saved. */
  stored: Record<string, unknown>;
}

const product = {
  slug: 'vin',
  type: 'WINE',
  kind: 'red',
  name: 'Vin',
  appellation: '',
  summary: '',
  isVintage: false,
  vatRate: 20,
  isAlcohol: true,
  description: { markdown: '' },
  variants: [{ reference: 'V', price: 10, capacity: 75, capacityUnit: 'CENTILITRE', quantity: 5 }],
};
const address = {
  position: 0,
  name: 'Le caveau',
  types: ['click-and-collect'],
  address: '1, rue du Chai',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const carrier = {
  position: 0,
  name: 'Colis',
  serviceCode: 'HOME',
  deliveryType: 'DELIVERY',
  rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: null, price: 12.5 }] }],
};
const point = {
  name: 'Épicerie',
  addLine1: '1, quai',
  zipCode: '16100',
  city: 'Cognac',
  country: 'FR',
  position: { latitude: 45.7, longitude: -0.3 },
};
const theme = {
  primary: '#111111',
  accent: '#222222',
  ink: '#333333',
  backgrounds: { paper: '#ffffff', raised: '#eeeeee', footer: '#000000' },
  menu: { background: '#ffffff', ink: '#000000', current: '#222222' },
  fonts: [],
};
const fields = [{ type: 'text', name: 'group', label: 'Groupe' }];
const news = {
  slug: 'vendanges',
  title: 'Vendanges',
  summary: '',
  publishedAt: '2026-09-01T08:00:00Z',
  body: { markdown: '' },
};
const entry = { url: 'a', menuTitle: 'A', title: 'A', metaDescription: '', showInMenu: true, type: 'CMS' };
const info = { fonts: [], isWinemaker: true, isECommerce: true };
const eLabel = {
  name: 'Rouge',
  kind: 'red',
  alcohol: 12.5,
  ingredients: ['grapes', 'sulphites'],
  nutrition: {
    energyKj: 306,
    energyKcal: 74,
    fat: 0,
    saturatedFat: 0,
    carbohydrate: 1.1,
    sugars: 0.1,
    protein: 0.1,
    salt: 0,
  },
};
const award = { productId: 1, name: 'Concours', medal: 'gold', distinction: 'Or', year: 2025 };

const renamed = <T extends ItemDraft>(draft: T, change: ItemDraft) => ({
  draft,
  change: { ...draft, ...change },
  stored: change,
});

export const sampleDrafts: Record<string, SampleDrafts> = {
  'site-info': { ...renamed(info, { isBuilding: true }), key: '' },
  popup: renamed({ title: 'Fermé', body: { markdown: '' } }, { title: 'Ouvert' }),
  theme: { ...renamed(theme, { primary: '#444444' }), key: '' },
  logo: renamed({ type: 'LOGO', image: 1, alt: 'Logo' }, { alt: 'Le logo' }),
  parameter: { ...renamed({ type: 'COMPANY_NAME', value: 'Clos' }, { value: 'Domaine' }), key: 'COMPANY_NAME' },
  'external-app': {
    draft: { app: 'ANALYTICS', public: { id: 'G-1' }, secret: { key: 'hidden' } },
    change: { app: 'ANALYTICS', public: { id: 'G-2' } },
    key: 'ANALYTICS',
    stored: { public: { id: 'G-2' } },
  },
  page: {
    draft: { title: 'Le chai', type: 'CMS', sections: [{ kind: 'html', text: { html: '<p>Bois</p>' } }] },
    change: {
      title: 'Le chai',
      type: 'CMS',
      sections: [
        { kind: 'heading', title: 'Chai' },
        { id: 1, kind: 'html', text: { html: '<p>Bois</p>' } },
      ],
    },
    stored: { sections: [{ id: 2 }, { id: 1 }] },
  },
  'page-tree': {
    draft: { entries: [{ ...entry, children: [entry] }] },
    change: { entries: [{ ...entry, menuTitle: 'B' }] },
    key: 'fr_FR',
    stored: { entries: [{ menuTitle: 'B' }] },
  },
  image: { ...renamed({ name: 'Chai', alt: 'Le chai' }, { name: 'Le chai' }), key: 2 },
  file: { ...renamed({}, {}), key: 2 },
  product: renamed(product, { name: 'Grand vin' }),
  tag: { ...renamed({ slug: 'bio', label: 'Bio', position: 0 }, { label: 'Biologique' }), key: 'bio' },
  variation: renamed({ label: 'Fût' }, { label: 'Barrique' }),
  'meal-icon': renamed({ icon: 'cheese', label: 'Fromage' }, { label: 'Fromages' }),
  'e-label': renamed(eLabel, { vintage: 2024 }),
  award: renamed(award, { distinction: 'Médaille d’or' }),
  news: renamed(news, { title: 'Vendanges 2026' }),
  'blog-folder': renamed({ slug: 'la-vigne', name: 'La vigne', position: 0 }, { name: 'La treille' }),
  album: renamed({ ...news, media: [{ image: 1, caption: 'Le chai' }] }, { title: 'Le chai en images' }),
  blog: renamed(news, { title: 'Vendanges 2026' }),
  address: renamed(address, { city: 'Jarnac' }),
  'collection-schedule': {
    draft: { address: 1, schedules: [{ weekdays: ['monday'], from: '09:00', to: '12:00' }] },
    change: { address: 1, schedules: [{ weekdays: ['friday'], from: '09:00', to: '12:00' }] },
    key: 1,
    stored: { schedules: [{ weekdays: ['friday'] }] },
  },
  'pickup-point': renamed(point, { icon: 'locker' }),
  carrier: renamed(carrier, { name: 'Express' }),
  element: renamed({ ...news, route: 'events' }, { status: 'CANCELLED' }),
  service: renamed(
    { slug: 'visite', title: 'Visite', summary: '', body: { markdown: '' }, position: 0 },
    { membersOnly: true },
  ),
  'discount-code': { ...renamed({ code: 'BONJOUR', type: 'EURO', amount: 5 }, { uses: 3 }), stored: { uses: 3 } },
  'payment-method': {
    ...renamed({ method: 'CHEQUE', position: 1, label: 'Chèque', instructions: '' }, { position: 0 }),
    key: 'CHEQUE',
  },
  'demonstration-review': renamed(
    { author: 'Ada', rating: 4, text: 'Bon', experiencedOn: '2026-01-02', publishedOn: '2026-01-20' },
    { rating: 5 },
  ),
  form: renamed({ title: 'Visite', confirmation: 'Merci', fields }, { retentionDays: 30 }),
  'newsletter-list': renamed({ position: 0, name: 'La lettre' }, { name: 'La lettre du chai' }),
  'newsletter-issue': renamed(
    { newsletterList: 1, subject: 'Les vendanges', blocks: [{ block: 'text', body: { html: '<p>Bonjour</p>' } }] },
    { subject: 'Les primeurs' },
  ),
};

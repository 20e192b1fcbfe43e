import type { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { awards, mealIcons, variationLabels } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { toMediaRows } from '#server/api/media/store-media.ts';
import { newsletterLists } from '#server/api/newsletter/newsletter-tables.ts';
import { acceptedPaymentMethods } from '#server/api/payments/payments-tables.ts';
import { estateAddresses } from '#server/api/places/places-tables.ts';
import type { ItemOutcome } from '#server/api/resources/resource.ts';
import { carriers, collectionPlaces, collectionSchedules, pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { savePage } from '#server/api/site/save-page.ts';
import { savePageTree } from '#server/api/site/save-page-tree.ts';
import { saveParameters } from '#server/api/site/save-parameters.ts';
import { saveExternalApp, saveSiteInfo, saveTheme } from '#server/api/site/site-resources.ts';
import {
  externalAppSecrets,
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageSections,
  pages,
  parameters,
  siteInfos,
  themes,
} from '#server/api/site/site-tables.ts';
import { AwardInput, MealIconInput, VariationLabelInput } from '#shared/catalogue/catalogue-input.ts';
import { DiscountCodeInput } from '#shared/discounts/discount-code-input.ts';
import { NewsletterListInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { PaymentMethodInput } from '#shared/payments/payment-method-input.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { CarrierInput, PickupPointInput } from '#shared/shipping/carrier-input.ts';
import { CollectionScheduleInput } from '#shared/shipping/collection-schedule-input.ts';
import { PageInput } from '#shared/site/page-input.ts';
import { PageTreeInput } from '#shared/site/page-tree-input.ts';
import { ParameterInput } from '#shared/site/parameter-input.ts';
import { ExternalAppInput, LogoInput, SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const site = 40;
const neighbour = 41;

beforeAll(async () => {
  for (const id of [site, neighbour]) {
    await insertSite(db, id);
    await withSiteTransaction(db, id, async (tx) => {
      await saveProduct(tx, createProductInput());
      await saveRowsWithoutRaisingRevisions(tx, toMediaRows([image, font]));
      await saveItem(tx, 'address', EstateAddressInput.parse(address));
    });
  }
});

const bytes = new Uint8Array(1);
const stored = { bytes, hash: 'a'.repeat(64) };
const image = {
  id: 1,
  alt: '',
  media: {
    ...stored,
    kind: 'image' as const,
    path: 'logos/a.svg',
    type: 'image/svg+xml',
    width: 9,
    height: 9,
    tint: '#fff',
  },
};
const font = { id: 2, alt: '', media: { ...stored, kind: 'file' as const, path: 'fonts/a.woff2', type: 'font/woff2' } };

const address = {
  id: 1,
  position: 0,
  name: 'Le caveau',
  types: ['click-and-collect'],
  address: '1, rue du Chai',
  postalCode: '16100',
  city: 'Cognac',
  country: 'fr',
  coordinates: { latitude: 45.7, longitude: -0.3 },
};
const collection = {
  address: 1,
  schedules: [
    { id: 1, weekdays: ['monday'], from: '09:00', to: '12:00' },
    { id: 2, weekdays: ['friday'], from: '14:00', to: '18:00' },
  ],
};
const carrier = {
  id: 1,
  position: 0,
  name: 'Colis',
  serviceCode: 'HOME',
  deliveryType: 'DELIVERY',
  rates: [{ zones: ['FR-MAINLAND', 'BE'], brackets: [{ upTo: null, price: 12.5 }] }],
};
const point = {
  id: 1,
  name: 'Épicerie',
  addLine1: '1, quai',
  zipCode: '16100',
  city: 'Cognac',
  country: 'fr',
  coordinates: { latitude: 45.7, longitude: -0.3 },
};
const code = {
  id: 1,
  code: ' Bonjour',
  type: 'EURO',
  amount: 5,
  from: '2027-01-01T00:00:00+01:00',
  minGoods: 49.9,
};
const theme = {
  primary: '#111111',
  accent: '#222222',
  ink: '#333333',
  backgrounds: { paper: '#ffffff', raised: '#eeeeee', footer: '#000000' },
  menu: { background: '#ffffff', ink: '#000000', current: '#222222' },
  fonts: [{ name: 'Mulish', files: [2] }],
};

const page = {
  id: 1,
  title: { fr_FR: 'Le chai', en: 'The cellar' },
  type: 'CMS',
  image: 1,
  sections: [
    { id: 1, kind: 'hero', title: 'Le chai', image: { image: 1 } },
    { id: 2, kind: 'html', text: { html: '<p>Bois</p><script>x()</script>' } },
  ],
};
const entry = {
  id: 1,
  url: 'le-chai',
  menuTitle: 'Le chai',
  title: 'Le chai',
  metaDescription: '',
  showInMenu: true,
  type: 'CMS',
};

interface Kind {
  table: PgTable;
  save: (tx: SiteTx, input: unknown) => Promise<ItemOutcome>;
  input: unknown;
  /** The columns of the stored row that are compared; `storedChange` are those after the second save, of `changed`. */
  stored: Record<string, unknown>;
  changed: unknown;
  storedChange: Record<string, unknown>;
}

const kind = <S extends z.ZodType>(
  schema: S,
  save: (tx: SiteTx, input: z.infer<S>) => Promise<ItemOutcome>,
  rest: Omit<Kind, 'save'>,
): Kind => ({ ...rest, save: (tx, input) => save(tx, schema.parse(input)) });

const kinds: Record<string, Kind> = {
  variation: kind(VariationLabelInput, (tx, input) => saveItem(tx, 'variation', input), {
    table: variationLabels,
    input: { id: 1, label: 'Fût' },
    stored: { label: 'Fût', displayLabel: null },
    changed: { id: 1, label: 'Barrique' },
    storedChange: { label: 'Barrique' },
  }),
  'meal icon': kind(MealIconInput, (tx, input) => saveItem(tx, 'meal-icon', input), {
    table: mealIcons,
    input: { id: 1, icon: 'cheese', label: 'Fromages' },
    stored: { icon: 'cheese' },
    changed: { id: 1, icon: 'cheese', label: { fr_FR: 'Fromages', en: 'Cheese' } },
    storedChange: { label: { fr_FR: 'Fromages', en: 'Cheese' } },
  }),
  award: kind(AwardInput, (tx, input) => saveItem(tx, 'award', input), {
    table: awards,
    input: { id: 1, product: 1, name: 'Concours', medal: 'gold', distinction: 'Or', year: 2025 },
    stored: { productId: 1, vintage: null, imageId: null },
    changed: { id: 1, product: 1, name: 'Concours', medal: 'silver', distinction: 'Argent', year: 2025, image: 1 },
    storedChange: { medal: 'silver', imageId: 1 },
  }),
  address: kind(EstateAddressInput, (tx, input) => saveItem(tx, 'address', input), {
    table: estateAddresses,
    input: address,
    stored: { country: 'FR', latitude: 45.7, openingHours: {} },
    changed: { ...address, openingHours: { monday: [{ from: '09:00', to: '12:00' }] } },
    storedChange: { openingHours: { monday: [{ from: '09:00', to: '12:00' }] } },
  }),
  carrier: kind(CarrierInput, (tx, input) => saveItem(tx, 'carrier', input), {
    table: carriers,
    input: carrier,
    stored: { rates: [{ zones: ['FR-MAINLAND', 'BE'], brackets: [{ upTo: null, price: 1250 }] }] },
    changed: { ...carrier, name: 'Express' },
    storedChange: { name: 'Express' },
  }),
  'pickup point': kind(PickupPointInput, (tx, input) => saveItem(tx, 'pickup-point', input), {
    table: pickupPoints,
    input: point,
    stored: { country: 'FR', latitude: 45.7, icon: 'shop' },
    changed: { ...point, icon: 'locker' },
    storedChange: { icon: 'locker' },
  }),
  'collection schedule': kind(CollectionScheduleInput, (tx, input) => saveItem(tx, 'collection-schedule', input), {
    table: collectionPlaces,
    input: collection,
    stored: { addressId: 1, closures: [] },
    changed: {
      ...collection,
      schedules: collection.schedules.slice(1),
      closures: [{ from: '2027-05-01', to: '2027-05-02' }],
    },
    storedChange: { closures: [{ from: '2027-05-01', to: '2027-05-02', reason: '' }] },
  }),
  'discount code': kind(DiscountCodeInput, (tx, input) => saveItem(tx, 'discount-code', input), {
    table: discountCodes,
    input: code,
    stored: { codeKey: 'BONJOUR', minGoods: 4990, validFrom: new Date('2026-12-31T23:00:00Z'), validTo: null },
    changed: { ...code, uses: 3 },
    storedChange: { maxUses: 3 },
  }),
  'payment method': kind(PaymentMethodInput, (tx, input) => saveItem(tx, 'payment-method', input), {
    table: acceptedPaymentMethods,
    input: { method: 'CHEQUE', position: 1, label: 'Chèque', instructions: 'À l’ordre de …' },
    stored: { method: 'CHEQUE', position: 1 },
    changed: { method: 'CHEQUE', position: 0, label: 'Chèque', instructions: '' },
    storedChange: { position: 0 },
  }),
  'newsletter list': kind(NewsletterListInput, (tx, input) => saveItem(tx, 'newsletter-list', input), {
    table: newsletterLists,
    input: { id: 1, position: 0, name: 'La lettre' },
    stored: { description: '' },
    changed: { id: 1, position: 0, name: 'La lettre du chai' },
    storedChange: { name: 'La lettre du chai' },
  }),
  parameter: kind(ParameterInput, (tx, input) => saveParameters(tx, [input]), {
    table: parameters,
    input: { type: 'LEGAL_NOTICE', value: '<p>Éditeur</p><script>x()</script>' },
    stored: { type: 'LEGAL_NOTICE', value: '<p>Éditeur</p>' },
    changed: { type: 'LEGAL_NOTICE', value: { markdown: { fr_FR: '# Mentions', en: '# Notice' } } },
    storedChange: { value: { fr_FR: '<h2>Mentions</h2>', en: '<h2>Notice</h2>' } },
  }),
  'site info': kind(SiteInfoInput, saveSiteInfo, {
    table: siteInfos,
    input: { fonts: [], isWinemaker: true, isECommerce: true },
    stored: { isBuilding: false },
    changed: { fonts: [], isWinemaker: true, isECommerce: true, isBuilding: true },
    storedChange: { isBuilding: true },
  }),
  page: kind(PageInput, savePage, {
    table: pages,
    input: page,
    stored: { type: 'CMS', imageId: 1 },
    changed: { ...page, title: 'Le domaine', image: null, sections: page.sections.slice(1) },
    storedChange: { title: 'Le domaine', imageId: null },
  }),
  'page tree': kind(PageTreeInput, savePageTree, {
    table: pageEntries,
    input: { lang: 'fr_FR', entries: [entry] },
    stored: { lang: 'fr_FR', parentId: null, position: 0, pageId: null, linkType: 'NONE' },
    changed: { lang: 'fr_FR', entries: [{ ...entry, menuTitle: 'Nous', showInMenu: false }] },
    storedChange: { menuTitle: 'Nous', showInMenu: false },
  }),
  theme: kind(ThemeInput, saveTheme, {
    table: themes,
    input: theme,
    stored: { primary: '#111111' },
    changed: { ...theme, primary: '#444444', fonts: [] },
    storedChange: { primary: '#444444' },
  }),
  logo: kind(LogoInput, (tx, input) => saveItem(tx, 'logo', input), {
    table: logos,
    input: { id: 1, type: 'LOGO', image: 1, alt: 'Logo' },
    stored: { imageId: 1 },
    changed: { id: 1, type: 'LOGO_FOOTER', image: 1, alt: 'Logo' },
    storedChange: { type: 'LOGO_FOOTER' },
  }),
  'external app': kind(ExternalAppInput, saveExternalApp, {
    table: externalApps,
    input: { app: 'ANALYTICS', public: { id: 'G-1' }, secret: { key: 's' } },
    stored: { config: { id: 'G-1' } },
    changed: { app: 'ANALYTICS', public: { id: 'G-2' }, secret: null },
    storedChange: { config: { id: 'G-2' } },
  }),
};

const rowsIn = (id: number, table: PgTable): Promise<Record<string, unknown>[]> =>
  withSiteTransaction(db, id, (tx) => tx.select().from(table));
const changeCount = async () => {
  const rows = await db.select({ id: sites.id, count: sites.changeCount }).from(sites);
  return rows.find(({ id }) => id === site)?.count ?? 0;
};
const save = ({ save }: Kind, input: unknown) => withSiteTransactionOrRollback(db, site, (tx) => save(tx, input));

describe.each(Object.entries(kinds))('saving a %s', (_, one) => {
  it('inserts and updates the row, notifies each time and leaves other sites unchanged', async () => {
    const before = { changes: await changeCount(), neighbour: await rowsIn(neighbour, one.table) };
    expect(await save(one, one.input)).toEqual({ ok: true, value: null });
    expect(await rowsIn(site, one.table)).toMatchObject([one.stored]);
    expect(await save(one, one.changed)).toEqual({ ok: true, value: null });
    expect(await rowsIn(site, one.table)).toMatchObject([{ ...one.stored, ...one.storedChange }]);
    expect(await changeCount()).toBe(before.changes + 2);
    expect(await rowsIn(neighbour, one.table)).toEqual(before.neighbour);
  });
});

describe('a save function of an item with parts', () => {
  it.each([
    ['the schedules of a collection address', kinds['collection schedule'], collectionSchedules, 2, 1],
    ['the fonts of a theme', kinds.theme, fonts, 1, 0],
    ['the sections of a page', kinds.page, pageSections, 2, 1],
    ['the secret of an external app', kinds['external app'], externalAppSecrets, 1, 0],
  ])('deletes %s when the input leaves them out', async (_, one, table, before, after) => {
    await save(one!, one!.input);
    expect(await rowsIn(site, table)).toHaveLength(before);
    await save(one!, one!.changed);
    expect(await rowsIn(site, table)).toHaveLength(after);
  });

  it('stores the sections of a page in order, with sanitised HTML', async () => {
    await save(kinds.page!, page);
    const rows = await rowsIn(site, pageSections);
    expect(rows.toSorted((a, b) => Number(a.position) - Number(b.position))).toMatchObject([
      { id: 1, position: 0, kind: 'hero', config: { title: 'Le chai', image: { image: 1 } }, html: null },
      { id: 2, position: 1, kind: 'html', html: '<p>Bois</p>', config: null },
    ]);
  });

  it('moves an entry of the page tree out of a deleted folder and leaves the other language', async () => {
    const tree = kinds['page tree']!;
    await save(tree, { lang: 'en', entries: [{ ...entry, id: 9 }] });
    await save(tree, { lang: 'fr_FR', entries: [{ ...entry, children: [{ ...entry, id: 2, page: 1 }] }] });
    await save(tree, { lang: 'fr_FR', entries: [{ ...entry, id: 2, page: 1 }] });
    const rows = await rowsIn(site, pageEntries);
    expect(rows.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: 2, lang: 'fr_FR', parentId: null, pageId: 1 },
      { id: 9, lang: 'en' },
    ]);
  });

  it('keeps a secret that the input does not mention', async () => {
    await save(kinds['external app']!, { app: 'ANALYTICS', public: {}, secret: { key: 's' } });
    await save(kinds['external app']!, { app: 'ANALYTICS', public: { id: 'G-3' } });
    expect(await rowsIn(site, externalAppSecrets)).toMatchObject([{ config: { key: 's' } }]);
  });
});

describe('save functions', () => {
  beforeAll(async () => {
    await save(kinds['discount code']!, code);
    await save(kinds['collection schedule']!, collection);
    await save(kinds.address!, { ...address, id: 2, types: ['shop'] });
    await save(kinds.address!, { ...address, id: 3 });
  });

  it.each([
    [
      'an award of an unknown product',
      'award',
      { id: 9, product: 9, name: '', medal: 'gold', distinction: '', year: 2025 },
      'unknown_reference',
    ],
    ['a logo with an unknown image', 'logo', { id: 9, type: 'LOGO', image: 9, alt: '' }, 'unknown_reference'],
    ['a theme with unknown font files', 'theme', { ...theme, fonts: [{ name: 'X', files: [9] }] }, 'unknown_reference'],
    ['an address in an unknown country', 'address', { ...address, country: 'ZZ' }, 'unknown_reference'],
    ['a pickup point in an unknown country', 'pickup point', { ...point, country: 'ZZ' }, 'unknown_reference'],
    [
      'a rate for an unknown country',
      'carrier',
      { ...carrier, rates: [{ ...carrier.rates[0], zones: ['ZZ'] }] },
      'unknown_reference',
    ],
    [
      'a section with an unknown picture',
      'page',
      { ...page, sections: [{ id: 1, kind: 'picture', image: { image: 9 } }] },
      'unknown_reference',
    ],
    [
      'an entry of an unknown page',
      'page tree',
      { lang: 'fr_FR', entries: [{ ...entry, page: 9 }] },
      'unknown_reference',
    ],
    ['an entry of another language', 'page tree', { lang: 'en', entries: [{ ...entry, id: 2 }] }, 'already_exists'],
    ['a discount code that already exists', 'discount code', { ...code, id: 2, code: 'bonjour' }, 'already_exists'],
    [
      'a collection schedule at an address without click and collect',
      'collection schedule',
      { ...collection, address: 2 },
      'unknown_reference',
    ],
    ['a schedule of another address', 'collection schedule', { ...collection, address: 3 }, 'already_exists'],
  ])('saving refuses %s', async (_, name, input, refusal) => {
    const one = kinds[name]!;
    const before = await rowsIn(site, one.table);
    expect(await save(one, input)).toMatchObject({ ok: false, refusal });
    expect(await rowsIn(site, one.table)).toEqual(before);
  });
});

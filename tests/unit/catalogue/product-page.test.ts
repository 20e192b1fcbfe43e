import { describe, expect, test } from 'vitest';
import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { shareUrlBuilders } from '#client/core/share/ShareLinks.tsx';
import type { SiteShell } from '#client/core/site-shell.ts';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { createNutritionRows } from '#client/features/catalogue/product/Nutrition.tsx';
import { createProductJsonLd, createProductMetadata } from '#client/features/catalogue/product/ProductContent.tsx';
import { toProductView } from '#client/features/catalogue/product/product-view.ts';
import { createProductBreadcrumb } from '#client/features/catalogue/product-breadcrumb.ts';
import type { Award, ProductDetail } from '#shared/catalogue/catalogue-contract.ts';
import type { Image } from '#shared/media/image.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { frenchDictionary as dictionary } from '#tests/support/fixtures/dictionary.ts';
import { createSampleVariant, createSampleVoucher, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const texts = createTextsWithLazyDomains('fr_FR', dictionary, 'Europe/Paris');

const picture = (id: number): Image => ({
  id,
  name: `${id}`,
  alt: '',
  externalId: null,
  externalType: null,
  externalPath: null,
  url: `/image/${id}?v=1`,
  width: 540,
  height: 2000,
  tint: '',
});

const detail = (overrides: Partial<ProductDetail> = {}): ProductDetail => ({
  ...createSampleWine(),
  html: '<p>Long</p>',
  tasting: { eye: '', nose: '', mouth: '' },
  facts: [],
  alcohol: 13,
  nutrition: null,
  ingredients: '',
  allergens: '',
  mealIcons: [],
  images: [],
  videos: [],
  reference: null,
  ...overrides,
});

const entry = (overrides: object) => ({
  id: 1,
  path: '/vins',
  menuTitle: 'Nos vins',
  title: '',
  description: '',
  type: 'WINE',
  showInMenu: true,
  page: null,
  children: [],
  ...overrides,
});
const shell = {
  site: {
    id: 40,
    name: 'Domaine',
    lang: 'fr_FR',
    defaultLang: 'fr_FR',
    timeZone: 'Europe/Paris',
    origin: 'https://domaine.example',
    alternates: [{ lang: 'fr_FR', origin: 'https://domaine.example', href: '/' }],
  },
  parameters: {},
  logos: {},
  pages: [
    entry({ id: 2, path: null, menuTitle: 'Nos produits', type: 'FOLDER', children: [entry({})] }),
    entry({ id: 3, path: '/jus', menuTitle: 'Jus', type: 'GRAPE' }),
  ],
  address: null,
} as unknown as SiteShell;

const two = [
  createSampleVariant({ id: 1, year: 2023, image: picture(11), reference: 'A' }),
  createSampleVariant({ id: 2, year: 2022, image: picture(12), quantity: 0, price: 9.9, reference: 'B' }),
];

describe('toProductView: shipping fees', () => {
  test.each([
    ['a bottle without shipping fees', { hasShippingFees: false }, true],
    ['a bottle with shipping fees', { hasShippingFees: true }, false],
    ['a voucher, which is mailed', { hasShippingFees: false, kind: 'voucher' as const }, false],
  ])('%s', (_, overrides, isShippingFree) => {
    const view = toProductView(detail(overrides), createSampleVariant(), { awards: [], recommended: [] });
    expect(view.isShippingFree).toBe(isShippingFree);
  });
});

describe('toProductView: pictures', () => {
  test('begin with those of the chosen variant and omit those of other variants', () => {
    const product = detail({ declination: two, image: picture(11), images: [picture(11), picture(12), picture(20)] });
    const view = toProductView(product, two[1]!, { awards: [], recommended: [] });
    expect(view.pictures.map(({ url }) => url)).toEqual(['/image/12?v=1', '/image/20?v=1']);
  });

  test('are those of the product if the variant has none', () => {
    const product = detail({ image: picture(11), images: [picture(11), picture(20)] });
    const view = toProductView(product, createSampleVariant(), { awards: [], recommended: [] });
    expect(view.pictures).toHaveLength(2);
  });
});

describe('toProductView and details', () => {
  const award = (overrides: Partial<Award>): Award => ({
    id: 1,
    idProduct: 7,
    name: 'Concours',
    medal: 'bronze',
    distinction: 'Médaille',
    year: 2024,
    vintage: null,
    image: null,
    ...overrides,
  });

  test('toProductView contains awards of the chosen vintage or of none, the best first', () => {
    const awards = [
      award({}),
      award({ id: 2, vintage: 2022, medal: 'gold' }),
      award({ id: 3, vintage: 2023, medal: 'gold' }),
      award({ id: 4, idProduct: 9 }),
    ];
    const view = toProductView(detail({ declination: two }), two[0]!, { awards, recommended: [] });
    expect(view.awards.map(({ id }) => id)).toEqual([3, 1]);
  });

  test('toProductView contains the picture of an award without the fields that the page does not show', () => {
    const picture = { url: '/image/5?v=a', alt: 'Médaille', width: 300, height: 300, tint: '#c0a040' };
    const image = { ...picture, id: 5, name: 'medal.png', externalId: null, externalType: null, externalPath: null };
    const view = toProductView(detail(), createSampleVariant(), { awards: [award({ image })], recommended: [] });
    expect(view.awards[0]?.picture).toEqual(picture);
  });

  test('toProductView omits the product from its recommendations', () => {
    const recommended = [createSampleWine(), createSampleWine({ id: 8, slug: 'autre' })];
    const view = toProductView(detail(), createSampleVariant(), { awards: [], recommended });
    expect(view.recommended.map(({ shown }) => shown?.href)).toEqual(['/wines/autre/8']);
  });

  test('toProductView omits the description', () => {
    expect(
      JSON.stringify(toProductView(detail(), createSampleVariant(), { awards: [], recommended: [] })),
    ).not.toContain('Long');
  });

  test('createNutritionRows returns declared values in the order of the regulation', () => {
    const rows = createNutritionRows(
      {
        energyKj: 329,
        energyKcal: 79,
        fat: null,
        saturatedFat: null,
        carbohydrate: 1.1,
        sugars: 0.1,
        protein: null,
        salt: 0,
      },
      texts,
    );
    expect(rows.map(({ label, value, isSubRow }) => `${isSubRow ? '- ' : ''}${label} ${value}`)).toEqual([
      'Énergie 329\u00a0kJ / 79\u00a0kcal',
      'Glucides 1,1\u00a0g',
      '- dont sucres 0,1\u00a0g',
      'Sel 0\u00a0g',
    ]);
  });

  test('shareUrlBuilders escape title and address', () => {
    const url = 'https://domaine.example/products/jus/25?format=142';
    const shared = new URL(shareUrlBuilders.facebook({ title: 'Jus & co', url }));
    expect(shared.searchParams.get('u')).toBe(url);
    expect(new URL(shareUrlBuilders.whatsapp({ title: 'Jus & co', url })).searchParams.get('text')).toBe(
      `Jus & co ${url}`,
    );
  });
});

describe('metadata of a product', () => {
  const product = detail({ declination: two, image: picture(11) });
  const chosen = { variant: two[0]!, canonical: '/wines/merlot/7', awards: [] };

  test('createProductJsonLd contains an offer with address, price and availability per variant', () => {
    const { offers } = createProductJsonLd(shell, product, chosen, texts) as { offers: Record<string, unknown>[] };
    expect(
      offers.map(({ url, price, priceCurrency, availability }) => [url, price, priceCurrency, availability]),
    ).toEqual([
      ['https://domaine.example/wines/merlot/7', '10.00', 'EUR', 'https://schema.org/InStock'],
      ['https://domaine.example/wines/merlot/7/2022', '9.90', 'EUR', 'https://schema.org/OutOfStock'],
    ]);
  });

  test('createProductJsonLd contains the price per litre, and beside a reduced price the former one', () => {
    const discount = { id: 1, type: 'PERCENTAGE', amount: 20, detailType: 'PRODUCT', code: null } as const;
    const reduced = createSampleVariant({ price: 10, capacity: 75, lowestPrice: 9.5, discount });
    const { offers } = createProductJsonLd(shell, detail({ declination: [reduced] }), chosen, texts) as {
      offers: Record<string, unknown>[];
    };
    const common = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR', valueAddedTaxIncluded: true };
    expect(offers[0]).toMatchObject({
      price: '8.00',
      priceSpecification: [
        { ...common, price: '8.00' },
        { ...common, price: '9.50', priceType: 'https://schema.org/StrikethroughPrice' },
        {
          ...common,
          price: '10.67',
          referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LTR' },
        },
      ],
    });
  });

  test('createProductJsonLd offers a voucher without a volume or a price per litre', () => {
    const voucher = detail(createSampleVoucher());
    const shown = { ...chosen, variant: voucher.declination[0]! };
    const { offers } = createProductJsonLd(shell, voucher, shown, texts) as { offers: Record<string, unknown>[] };
    expect(offers).toMatchObject([{ name: 'A Tasting for Two', price: '40.00' }]);
    expect(offers[0]).not.toHaveProperty('priceSpecification');
  });

  test('createProductJsonLd contains no invented article number', () => {
    expect(JSON.stringify(createProductJsonLd(shell, product, chosen, texts))).not.toContain('gtin');
  });

  test('the title contains vintage and appellation unless it is too long or contains them already', () => {
    const title = (overrides: Partial<ProductDetail>) =>
      createProductMetadata(shell, detail(overrides), chosen, []).title;
    expect(title({})).toBe('Merlot 2023, IGP Charentais');
    expect(title({ name: 'Un nom vraiment très long pour une cuvée' })).toBe(
      'Un nom vraiment très long pour une cuvée 2023',
    );
    expect(title({ name: 'Pineau', appellation: 'Pineau' })).toBe('Pineau 2023');
    expect(formatProductTitle(detail({ name: 'Millésime 1998' }), createSampleVariant({ year: 1998 }))).toBe(
      'Millésime 1998',
    );
  });

  test('breadcrumbs follow the page tree, and structured data omits entries without a page', () => {
    const crumbs = createProductBreadcrumb(shell, 'red', 'Merlot');
    expect(crumbs.map(({ title }) => title)).toEqual(['Nos produits', 'Nos vins', 'Merlot']);
    const { itemListElement } = createBreadcrumbJsonLd({ site: shell.site, texts }, crumbs, '/wines/merlot/7') as {
      itemListElement: { position: number; item: string }[];
    };
    expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
      [1, 'https://domaine.example/'],
      [2, 'https://domaine.example/vins'],
      [3, 'https://domaine.example/wines/merlot/7'],
    ]);
    expect(createProductBreadcrumb(shell, 'juice', 'Jus blanc').map(({ title }) => title)).toEqual([
      'Jus',
      'Jus blanc',
    ]);
  });
});

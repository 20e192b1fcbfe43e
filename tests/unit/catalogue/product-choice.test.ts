import { describe, expect, test } from 'vitest';
import {
  buildShortestVariantHref,
  listFormatChoices,
  listVariantChoicesByVariations,
  listVintageChoices,
  type ProductWithVariants,
  type RequestedProductUrl,
  resolveProductUrl,
} from '#client/features/catalogue/product-choice.ts';
import { createSampleVariant } from '#tests/support/fixtures/sample-products.ts';

const merlot: ProductWithVariants = {
  id: 7,
  slug: 'merlot',
  kind: 'red',
  declination: [
    createSampleVariant({ id: 112, year: 2023 }),
    createSampleVariant({ id: 113, year: 2022 }),
    createSampleVariant({ id: 114, year: 2022, capacity: 37.5 }),
  ],
};
const juice: ProductWithVariants = {
  id: 25,
  slug: 'jus-blanc',
  kind: 'juice',
  declination: [
    createSampleVariant({ id: 141, capacity: 1, capacityUnit: 'LITER' }),
    createSampleVariant({ id: 142, capacity: 25 }),
  ],
};

const resolve = (product: ProductWithVariants, requested: RequestedProductUrl): string => {
  const resolution = resolveProductUrl(product, requested);
  if (resolution.kind === 'moved') return `moved to ${resolution.to}`;
  return resolution.kind === 'show' ? `${resolution.variant.id}, canonical ${resolution.canonical}` : 'unknown';
};

describe('addresses of a product', () => {
  const wines = { prefix: 'wines' } as const;
  const products = { prefix: 'products' } as const;

  test.each([
    [
      'shows the first variant at the address of the product',
      { ...wines, slug: 'merlot' },
      '112, canonical /wines/merlot/7',
    ],
    ['shows the first variant with its canonical address without a slug', wines, '112, canonical /wines/merlot/7'],
    ['redirects a wrong slug', { ...wines, slug: 'merlo' }, 'moved to /wines/merlot/7'],
    ['redirects a wrong prefix', { ...products, slug: 'merlot' }, 'moved to /wines/merlot/7'],
    ['redirects a wrong prefix without a slug', products, 'moved to /wines/merlot/7'],
    [
      'shows the first variant of a vintage',
      { ...wines, slug: 'merlot', year: '2022' },
      '113, canonical /wines/merlot/7/2022',
    ],
    [
      'shows the product for its first vintage',
      { ...wines, slug: 'merlot', year: '2023' },
      '112, canonical /wines/merlot/7',
    ],
    ['rejects an unknown vintage', { ...wines, slug: 'merlot', year: '2019' }, 'unknown'],
    ['rejects a malformed vintage', { ...wines, slug: 'merlot', year: '02022' }, 'unknown'],
    ['redirects a wrong slug with the vintage', { ...wines, slug: 'x', year: '2022' }, 'moved to /wines/merlot/7/2022'],
    ['rejects an unknown vintage under a wrong slug', { ...wines, slug: 'x', year: '2019' }, 'unknown'],
    [
      'shows a variant by its id',
      { ...wines, slug: 'merlot', idDeclination: '114' },
      '114, canonical /wines/merlot/7/2022',
    ],
    ['rejects a variant of another product', { ...wines, slug: 'merlot', idDeclination: '141' }, 'unknown'],
    [
      'redirects a wrong slug with the variant',
      { ...wines, slug: 'x', idDeclination: '114' },
      'moved to /wines/merlot/7/detail/114',
    ],
    [
      'ignores the parameter format under /wines',
      { ...wines, slug: 'merlot', format: '114' },
      '112, canonical /wines/merlot/7',
    ],
  ])('%s', (_, requested, expected) => expect(resolve(merlot, requested)).toBe(expected));

  test.each([
    ['shows a juice under /products', { ...products, slug: 'jus-blanc' }, '141, canonical /products/jus-blanc/25'],
    [
      'shows a variant of a juice by the parameter format',
      { ...products, slug: 'jus-blanc', format: '142' },
      '142, canonical /products/jus-blanc/25',
    ],
    [
      'ignores an unknown format',
      { ...products, slug: 'jus-blanc', format: '9' },
      '141, canonical /products/jus-blanc/25',
    ],
    [
      'redirects a wrong slug with the chosen variant',
      { ...products, slug: 'jus', format: '142' },
      'moved to /products/jus-blanc/25?format=142',
    ],
    ['redirects a juice under /wines', { ...wines, slug: 'jus-blanc' }, 'moved to /products/jus-blanc/25'],
    [
      'redirects a juice under /wines with its variant',
      { ...wines, slug: 'jus-blanc', idDeclination: '142' },
      'moved to /products/jus-blanc/25?format=142',
    ],
  ])('%s', (_, requested, expected) => expect(resolve(juice, requested)).toBe(expected));
});

describe('choices of a product', () => {
  test('buildShortestVariantHref returns a distinct path for each variant', () => {
    const paths = merlot.declination.map((one) => buildShortestVariantHref(merlot, one));
    expect(paths).toEqual(['/wines/merlot/7', '/wines/merlot/7/2022', '/wines/merlot/7/detail/114']);
  });

  test('the path of a variant resolves to it', () => {
    for (const product of [merlot, juice]) {
      for (const one of product.declination) {
        const url = new URL(buildShortestVariantHref(product, one), 'https://x.example');
        const [, prefix, slug, , third, fourth] = url.pathname.split('/');
        const resolution = resolveProductUrl(product, {
          prefix: prefix as 'wines' | 'products',
          slug,
          year: third === 'detail' ? undefined : third,
          idDeclination: fourth,
          format: url.searchParams.get('format'),
        });
        expect(resolution).toMatchObject({ kind: 'show', variant: { id: one.id } });
      }
    }
  });

  test('listVintageChoices returns the newest first and keeps the format if possible', () => {
    const half = merlot.declination[2]!;
    expect(listVintageChoices(merlot, half)).toEqual([
      { value: 2023, href: '/wines/merlot/7', isCurrent: false, id: 112 },
      { value: 2022, href: '/wines/merlot/7/detail/114', isCurrent: true, id: 114 },
    ]);
  });

  test('listFormatChoices returns the formats of the vintage, smallest first', () => {
    expect(listFormatChoices(merlot, merlot.declination[1]!).map(({ value, isCurrent }) => [value, isCurrent])).toEqual(
      [
        [37.5, false],
        [75, true],
      ],
    );
    expect(listFormatChoices(merlot, merlot.declination[0]!)).toHaveLength(1);
  });

  test('listVintageChoices returns nothing without vintages', () =>
    expect(listVintageChoices(juice, juice.declination[0]!)).toEqual([]));

  test('listVariantChoicesByVariations returns variations of variants that differ in nothing else', () => {
    const variation1 = { id: 1, label: 'Étui', displayLabel: 'Sous étui' };
    const cognac: ProductWithVariants = {
      id: 20,
      slug: 'vsop',
      kind: 'cognac',
      declination: [createSampleVariant({ id: 1 }), createSampleVariant({ id: 2, variation1 })],
    };
    expect(
      listVariantChoicesByVariations(cognac, cognac.declination[0]!).map(({ label, isCurrent }) => [label, isCurrent]),
    ).toEqual([
      ['', true],
      ['Sous étui', false],
    ]);
    expect(listVariantChoicesByVariations(merlot, merlot.declination[0]!)).toEqual([]);
  });
});

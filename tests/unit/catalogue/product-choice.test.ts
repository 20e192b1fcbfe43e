import { describe, expect, test } from 'vitest';
import {
  formatChoices,
  type ProductAddress,
  type ProductVariants,
  parsePathId,
  pathOfVariant,
  resolveAddress,
  variationChoices,
  vintageChoices,
} from '#client/features/catalogue/product-choice.ts';
import { bottle } from './sample-products.ts';

const merlot: ProductVariants = {
  id: 7,
  slug: 'merlot',
  kind: 'red',
  declination: [
    bottle({ id: 112, year: 2023 }),
    bottle({ id: 113, year: 2022 }),
    bottle({ id: 114, year: 2022, capacity: 37.5 }),
  ],
};
const juice: ProductVariants = {
  id: 25,
  slug: 'jus-blanc',
  kind: 'juice',
  declination: [bottle({ id: 141, capacity: 1, capacityUnit: 'LITER' }), bottle({ id: 142, capacity: 25 })],
};

const asks = (product: ProductVariants, asked: ProductAddress): string => {
  const answer = resolveAddress(product, asked);
  if (answer.kind === 'moved') return `moved to ${answer.to}`;
  return answer.kind === 'show' ? `${answer.declination.id}, canonical ${answer.canonical}` : 'unknown';
};

describe('the addresses of a product', () => {
  const wines = { prefix: 'wines' } as const;
  const products = { prefix: 'products' } as const;

  test.each([
    ['its own address shows its first bottle', { ...wines, slug: 'merlot' }, '112, canonical /wines/merlot/7'],
    ['no slug shows it too, and names the right address', wines, '112, canonical /wines/merlot/7'],
    ['a wrong slug has moved', { ...wines, slug: 'merlo' }, 'moved to /wines/merlot/7'],
    ['a wrong prefix has moved', { ...products, slug: 'merlot' }, 'moved to /wines/merlot/7'],
    ['also without a slug', products, 'moved to /wines/merlot/7'],
    [
      'a vintage shows its first bottle',
      { ...wines, slug: 'merlot', year: '2022' },
      '113, canonical /wines/merlot/7/2022',
    ],
    [
      'the first vintage is the product itself',
      { ...wines, slug: 'merlot', year: '2023' },
      '112, canonical /wines/merlot/7',
    ],
    ['an unknown vintage is unknown', { ...wines, slug: 'merlot', year: '2019' }, 'unknown'],
    ['a malformed one too', { ...wines, slug: 'merlot', year: '02022' }, 'unknown'],
    ['a wrong slug keeps the vintage', { ...wines, slug: 'x', year: '2022' }, 'moved to /wines/merlot/7/2022'],
    ['an unknown vintage does not move', { ...wines, slug: 'x', year: '2019' }, 'unknown'],
    [
      'a declination is shown',
      { ...wines, slug: 'merlot', idDeclination: '114' },
      '114, canonical /wines/merlot/7/2022',
    ],
    ['another product’s declination is unknown', { ...wines, slug: 'merlot', idDeclination: '141' }, 'unknown'],
    [
      'a wrong slug keeps the declination',
      { ...wines, slug: 'x', idDeclination: '114' },
      'moved to /wines/merlot/7/detail/114',
    ],
    [
      'under /wines a format parameter says nothing',
      { ...wines, slug: 'merlot', format: '114' },
      '112, canonical /wines/merlot/7',
    ],
  ])('%s', (_, asked, expected) => expect(asks(merlot, asked)).toBe(expected));

  test.each([
    ['a juice lives under /products', { ...products, slug: 'jus-blanc' }, '141, canonical /products/jus-blanc/25'],
    [
      'its formats are a parameter',
      { ...products, slug: 'jus-blanc', format: '142' },
      '142, canonical /products/jus-blanc/25',
    ],
    [
      'an unknown format is dropped',
      { ...products, slug: 'jus-blanc', format: '9' },
      '141, canonical /products/jus-blanc/25',
    ],
    ['under /wines it has moved', { ...wines, slug: 'jus-blanc' }, 'moved to /products/jus-blanc/25'],
    [
      'and its declination with it',
      { ...wines, slug: 'jus-blanc', idDeclination: '142' },
      'moved to /products/jus-blanc/25?format=142',
    ],
  ])('%s', (_, asked, expected) => expect(asks(juice, asked)).toBe(expected));

  test.each(['0', '007', '-1', '1e3', '1.5', '٣', ' 1', '99999999999', 'x', ''])('%j is no id', (text) =>
    expect(parsePathId(text)).toBeNull(),
  );
});

describe('the choices of a product', () => {
  test('every bottle has one address, and no two have the same', () => {
    const paths = merlot.declination.map((one) => pathOfVariant(merlot, one));
    expect(paths).toEqual(['/wines/merlot/7', '/wines/merlot/7/2022', '/wines/merlot/7/detail/114']);
  });

  test('every address leads back to its bottle', () => {
    for (const product of [merlot, juice]) {
      for (const one of product.declination) {
        const url = new URL(pathOfVariant(product, one), 'https://x.example');
        const [, prefix, slug, , third, fourth] = url.pathname.split('/');
        const answer = resolveAddress(product, {
          prefix: prefix as 'wines' | 'products',
          slug,
          year: third === 'detail' ? undefined : third,
          idDeclination: fourth,
          format: url.searchParams.get('format'),
        });
        expect(answer).toMatchObject({ kind: 'show', declination: { id: one.id } });
      }
    }
  });

  test('vintages come newest first and keep the format where they have it', () => {
    const half = merlot.declination[2]!;
    expect(vintageChoices(merlot, half)).toEqual([
      { value: 2023, href: '/wines/merlot/7', current: false, id: 112 },
      { value: 2022, href: '/wines/merlot/7/detail/114', current: true, id: 114 },
    ]);
  });

  test('formats are those of the vintage, smallest first', () => {
    expect(formatChoices(merlot, merlot.declination[1]!).map(({ value, current }) => [value, current])).toEqual([
      [37.5, false],
      [75, true],
    ]);
    expect(formatChoices(merlot, merlot.declination[0]!)).toHaveLength(1);
  });

  test('a drink without a vintage offers none', () => expect(vintageChoices(juice, juice.declination[0]!)).toEqual([]));

  test('presentations are offered where bottles differ in nothing else', () => {
    const variation1 = { id: 1, label: 'Étui', displayLabel: 'Sous étui' };
    const cognac: ProductVariants = {
      id: 20,
      slug: 'vsop',
      kind: 'cognac',
      declination: [bottle({ id: 1 }), bottle({ id: 2, variation1 })],
    };
    expect(variationChoices(cognac, cognac.declination[0]!).map(({ label, current }) => [label, current])).toEqual([
      ['', true],
      ['Sous étui', false],
    ]);
    expect(variationChoices(merlot, merlot.declination[0]!)).toEqual([]);
  });
});

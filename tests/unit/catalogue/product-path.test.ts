import { describe, expect, test } from 'vitest';
import { buildProductPath, buildVariantPath, buildVintagePath } from '#shared/catalogue/product-path.ts';

describe('product paths', () => {
  const cognac = { id: 19, slug: 'cognac-vs', kind: 'cognac' } as const;
  const juice = { id: 25, slug: 'jus-de-raisin-blanc', kind: 'juice' } as const;

  test.each([
    ['productPath puts wines and spirits under /wines', buildProductPath(cognac), '/wines/cognac-vs/19'],
    ['productPath puts a juice under /products', buildProductPath(juice), '/products/jus-de-raisin-blanc/25'],
    [
      'productPath puts a box under /products',
      buildProductPath({ id: 29, slug: 'coffret', kind: 'box' }),
      '/products/coffret/29',
    ],
    ['productPath omits an empty slug', buildProductPath({ ...cognac, slug: '' }), '/wines/19'],
    ['the path of a variant contains its id', buildVariantPath(cognac, 134), '/wines/cognac-vs/19/detail/134'],
    ['vintagePath contains the year', buildVintagePath(cognac, 1998), '/wines/cognac-vs/19/1998'],
    ['the path of a juice variant is null', buildVariantPath(juice, 141), null],
    ['vintagePath of a juice is null', buildVintagePath(juice, 2024), null],
  ])('%s', (_, path, expected) => expect(path).toBe(expected));
});

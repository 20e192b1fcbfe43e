import { describe, expect, test } from 'vitest';
import { buildProductPath, buildVariantPath, buildVintagePath } from '#shared/catalogue/product-path.ts';

describe('product paths', () => {
  const cognac = { id: 19, slug: 'cognac-vs', kind: 'cognac' } as const;
  const juice = { id: 25, slug: 'jus-de-raisin-blanc', kind: 'juice' } as const;

  test.each([
    ['buildProductPath puts wines and spirits under /wines', buildProductPath(cognac), '/wines/cognac-vs/19'],
    ['buildProductPath puts a juice under /products', buildProductPath(juice), '/products/jus-de-raisin-blanc/25'],
    [
      'buildProductPath puts a box under /products',
      buildProductPath({ id: 29, slug: 'coffret', kind: 'box' }),
      '/products/coffret/29',
    ],
    ['buildProductPath omits an empty slug', buildProductPath({ ...cognac, slug: '' }), '/wines/19'],
    [
      'buildVariantPath includes the id of the variant',
      buildVariantPath(cognac, 134),
      '/wines/cognac-vs/19/detail/134',
    ],
    ['buildVintagePath includes the year', buildVintagePath(cognac, 1998), '/wines/cognac-vs/19/1998'],
    ['buildVariantPath returns null for a juice', buildVariantPath(juice, 141), null],
    ['buildVintagePath returns null for a juice', buildVintagePath(juice, 2024), null],
  ])('%s', (_, path, expected) => expect(path).toBe(expected));
});

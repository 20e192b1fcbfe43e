import { describe, expect, it } from 'vitest';
import {
  findReferenceIssuesOfProduct,
  listBoxableVariantIds,
} from '#shared/catalogue/find-reference-issues-of-product.ts';

type Product = Parameters<typeof findReferenceIssuesOfProduct>[0];

const product: Product = {
  tags: ['organic'],
  mealIcons: [1],
  videos: [{ file: 1 }, { url: 'https://videos.example/1' }],
  recommended: [1],
  variants: [{ id: 1, variations: [1] }],
  boxContents: [{ variantId: 5 }],
};
const known = {
  tags: new Set(['organic']),
  mealIcons: new Set([1]),
  files: new Set([1]),
  variations: new Set([1]),
  products: new Set([1]),
  bottles: new Set([5]),
  variantOwners: new Map([[9, 2]]),
};

describe('findReferenceIssuesOfProduct', () => {
  it('accepts a product whose references exist', () => {
    expect(findReferenceIssuesOfProduct(product, known)).toEqual([]);
  });

  it.each([
    ['an unknown tag', { tags: ['organic', 'none'] }, ['tags', 1], 'tag', 'none'],
    ['an unknown meal icon', { mealIcons: [7] }, ['mealIcons', 0], 'meal icon', 7],
    ['an unknown video file', { videos: [{ file: 7 }] }, ['videos', 0, 'file'], 'file', 7],
    ['an unknown recommended product', { recommended: [7] }, ['recommended', 0], 'product', 7],
    ['contents that are no bottle', { boxContents: [{ variantId: 7 }] }, ['boxContents', 0], 'bottle', 7],
    [
      'an unknown variation',
      { variants: [{ id: 1, variations: [1, 7] }] },
      ['variants', 0, 'variations', 1],
      'variation',
      7,
    ],
  ])('reports %s', (_, changes: Partial<Product>, path, kind, value) => {
    expect(findReferenceIssuesOfProduct({ ...product, ...changes }, known)).toEqual([
      { refusal: 'unknown_reference', path, kind, value },
    ]);
  });

  it('reports a variant of another product', () => {
    expect(findReferenceIssuesOfProduct({ ...product, variants: [{ id: 9, variations: [] }] }, known)).toEqual([
      { refusal: 'already_exists', path: ['variants', 0, 'id'], value: 9, owner: 2 },
    ]);
  });
});

describe('listBoxableVariantIds', () => {
  const variants = [
    { id: 1, isArchived: false },
    { id: 2, isArchived: true },
  ];

  it('leaves out archived variants', () => expect(listBoxableVariantIds({ kind: 'red', variants })).toEqual([1]));
  it.each(['box', 'voucher'] as const)('leaves out a %s', (kind) =>
    expect(listBoxableVariantIds({ kind, variants })).toEqual([]),
  );
});

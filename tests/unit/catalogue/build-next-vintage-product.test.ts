import { describe, expect, test } from 'vitest';
import { buildNextVintageProduct } from '#shared/catalogue/build-next-vintage-product.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';

const discount = { id: 1, type: 'PERCENTAGE', amount: 10 };
const nutrition = {
  energyKj: 306,
  energyKcal: 74,
  fat: 0,
  saturatedFat: 0,
  carbohydrate: 1.1,
  sugars: 0.1,
  protein: 0.1,
  salt: 0,
};
const wine = (overrides: Record<string, unknown> = {}) =>
  createProductInput({
    slug: 'vieilles-vignes-2022',
    name: { fr_FR: 'Vieilles Vignes 2022', en: 'Old Vines 2022' },
    alcohol: 12.5,
    nutrition,
    discount,
    promoted: true,
    tags: ['bio'],
    images: [3, 4],
    variants: [
      createVariantInput({ reference: 'VV-2022-75', discount, imageId: 3 }),
      createVariantInput({ id: 12, reference: 'VV-2021-75', year: 2021 }),
      createVariantInput({ id: 13, reference: 'VV-2022-150', capacity: 150 }),
    ],
    ...overrides,
  });

describe('buildNextVintageProduct', () => {
  test('raises the year in slug, name and references of the latest vintage, and drops older vintages', () => {
    const draft = buildNextVintageProduct(wine());
    expect(draft).toMatchObject({
      slug: 'vieilles-vignes-2023',
      name: { fr_FR: 'Vieilles Vignes 2023', en: 'Old Vines 2023' },
      variants: [
        { reference: 'VV-2023-75', year: 2023, price: 10 },
        { reference: 'VV-2023-150', year: 2023, capacity: 150 },
      ],
    });
    expect(draft).not.toHaveProperty('id');
    expect(draft.variants[0]).not.toHaveProperty('id');
  });

  test.each([
    ['VV-2022-75', 'VV-2023-75'],
    ['VV-22-75', 'VV-23-75'],
    ['VV-75', 'VV-75-2023'],
    ['VV-122-75', 'VV-122-75-2023'],
    ['', ''],
  ])('gives the variant with the reference %j the reference %j', (reference, next) => {
    const [variant] = buildNextVintageProduct(wine({ variants: [createVariantInput({ reference })] })).variants;
    expect(variant?.reference).toBe(next);
  });

  test('starts without stock, discounts and the values of the old analysis, and keeps pictures and tags', () => {
    const draft = buildNextVintageProduct(wine());
    expect(draft).toMatchObject({ alcohol: null, nutrition: null, discount: null, promoted: false });
    expect(draft).toMatchObject({ tags: ['bio'], images: [3, 4] });
    expect(draft.variants).toMatchObject([
      { quantity: 0, discount: null, imageId: 3 },
      { quantity: 0, discount: null },
    ]);
  });

  test('adds the year to a slug without one, because two products cannot share a slug', () => {
    expect(buildNextVintageProduct(wine({ slug: 'vieilles-vignes' })).slug).toBe('vieilles-vignes-2023');
    expect(buildNextVintageProduct(wine({ slug: 'cuvee-12022' })).slug).toBe('cuvee-12022-2023');
  });

  test('copies a product without vintage under another slug', () => {
    const cognac = wine({
      slug: 'vsop',
      isVintage: false,
      name: 'VSOP',
      variants: [createVariantInput({ year: null })],
    });
    expect(buildNextVintageProduct(cognac)).toMatchObject({ slug: 'vsop-2', name: 'VSOP', variants: [{ year: null }] });
  });
});

import { expect, test } from 'vitest';
import { productFieldsByTab } from '#client/admin/catalogue/product-fields-by-tab.ts';
import { productColumns, variantColumns } from '#server/api/admin/product-import/product-columns.ts';
import { ProductFields } from '#shared/catalogue/product-input.ts';

const fieldNames = (shape: object, ...excluded: string[]): string[] =>
  Object.keys(shape)
    .filter((name) => !excluded.includes(name))
    .toSorted();

test('the tabs of the product form show every field of a product exactly once', () => {
  // A stored product has no quantity step of its own: each of its variants has one.
  const expected = fieldNames(ProductFields.shape, 'id', 'sellByMultipleOf');
  expect(Object.values(productFieldsByTab).flat().toSorted()).toEqual(expected);
});

test.each([
  ['id', 'number'],
  ['slug', 'text'],
  ['kind', 'choice'],
  ['name', 'localized'],
  ['name.en', 'localized'],
  ['description.html.fr_FR', 'localized'],
  ['tasting.nose', 'localized'],
  ['isPublished', 'boolean'],
  ['vatRate', 'number'],
  ['tags', 'words'],
  ['images', 'ids'],
  ['boxContents', 'json'],
  ['nutrition', 'json'],
  ['reference', 'optionalText'],
])('the cells of the CSV column %s contain %s', (name, kind) => {
  expect(productColumns.find((column) => column.name === name)?.kind).toBe(kind);
});

test.each([
  ['reference', 'text'],
  ['year', 'number'],
  ['capacityUnit', 'choice'],
  ['isArchived', 'boolean'],
  ['variations', 'ids'],
  ['plannedPrices', 'json'],
])('the cells of the CSV column %s of a variant contain %s', (name, kind) => {
  expect(variantColumns.find((column) => column.name === name)?.kind).toBe(kind);
});

test('CSV files contain no column for the list of variants, which have lines of their own', () => {
  expect(productColumns.map(({ name }) => name)).not.toContain('variants');
});

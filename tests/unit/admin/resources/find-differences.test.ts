import { expect, test } from 'vitest';
import { findDifferences } from '#client/admin/resources/find-differences.ts';
import { excerptDifference } from '#client/admin/resources/use-differences.ts';

test('findDifferences names changed, added and removed fields', () => {
  const mine = { id: 1, $revision: 1, name: 'A', price: 5, tags: ['x'] };
  const theirs = { id: 1, $revision: 2, name: 'A', price: 6, tags: ['x'], year: 2024 };
  expect(findDifferences(mine, theirs).map(({ field }) => field)).toEqual(['price', 'year']);
});

test('findDifferences names the fields of entries and texts that differ, and no ids', () => {
  const mine = { variants: [{ id: 1, price: 9 }], name: { fr_FR: 'Rouge', en: 'Red' }, body: { html: '<p>Un</p>' } };
  const theirs = {
    variants: [
      { id: 1, price: 10 },
      { id: 2, price: 8 },
    ],
    name: { fr_FR: 'Rouge', en: 'The red' },
    body: { html: '<p>Deux</p>' },
  };
  expect(findDifferences(mine, theirs)).toEqual([
    { field: 'variants.0.price', mine: 9, theirs: 10 },
    { field: 'variants.1.price', mine: undefined, theirs: 8 },
    { field: 'name.en', mine: 'Red', theirs: 'The red' },
    { field: 'body', mine: '<p>Un</p>', theirs: '<p>Deux</p>' },
  ]);
});

test('findDifferences compares a text in several languages with one for all of them as a whole', () => {
  const versions = [{ en: 'Saintes 2' }, 'Cognac 7'] as const;
  expect(findDifferences({ value: versions[0] }, { value: versions[1] })).toEqual([
    { field: 'value', mine: versions[0], theirs: versions[1] },
  ]);
  expect(findDifferences({ value: [] }, { value: [{ day: 1 }] })).toEqual([
    { field: 'value.0.day', mine: undefined, theirs: 1 },
  ]);
});

test('excerptDifference shows the words that differ in long formatted texts', () => {
  const same = 'Un vin de garde, élevé en fûts. '.repeat(40);
  const [mine, theirs] = excerptDifference(`<p>${same}À servir frais. ${same}</p>`, `<p>${same}À boire. ${same}</p>`);
  for (const text of [mine, theirs]) {
    expect(text).toMatch(/^… .* …$/);
    expect(text.length).toBeLessThan(200);
  }
  expect([mine.includes('À servir frais.'), theirs.includes('À boire.')]).toEqual([true, true]);
  const [added, whole] = excerptDifference('', same);
  expect([added, whole.length < 700, whole.endsWith(' …')]).toEqual(['', true, true]);
  expect(excerptDifference('<p>Rouge</p>', '<p><b>Rouge</b></p>')).toEqual(['<p>Rouge</p>', '<p><b>Rouge</b></p>']);
});

import { expect, test } from 'vitest';
import { parseNumber } from '#server/api/admin/product-import/parse-cell.ts';

const price = (cell: string, decimalMark: ',' | '.' | null) => parseNumber(cell, { decimalMark, unit: 'currency' });

test.each([
  ['12', 12],
  ['-3,5', -3.5],
  ['−3.5', -3.5],
  ['0,375', 0.375],
  ['1250,125', 1_250.125],
  ['1 250,125', 1_250.125],
  ["1'250.50", 1_250.5],
  ['1’250’000', 1_250_000],
  ['1.250.000', 1_250_000],
  ['1,250,000.5', 1_250_000.5],
  ['1.250.000,5', 1_250_000.5],
  ['EUR 12.50', 12.5],
  ['12,50\u202f€', 12.5],
])('parseNumber reads %s in every file', (cell, value) => {
  for (const mark of [',', '.', null] as const)
    expect(price(cell, mark)).toMatchObject({ value, isAmbiguous: false, alternatives: null });
});

test.each([
  '',
  '-',
  '1 25',
  '12 50',
  '1,25,000',
  '1.25.0',
  '1,2.3,4',
  '12,',
  ',5',
  '1 250 00',
  '5 %',
  '12 kg',
  '1-2',
  '٣',
])('parseNumber refuses %j', (cell) => expect(price(cell, ',')).toBeNull());

test.each([
  ['1,250', ',', false],
  ['1,250', '.', true],
  ['1.250', ',', true],
  ['1.250', '.', false],
  ['12,500', null, true],
  ['-999.001', ',', true],
] as const)('parseNumber tells whether %s with the decimal mark %s is ambiguous: %s', (cell, mark, isAmbiguous) => {
  expect(price(cell, mark)).toMatchObject({ isAmbiguous, shownMark: null, alternatives: expect.anything() });
});

test.each([
  ['1,250', '1250', '1,25'],
  ['1.000', '1000', '1.0'],
  ['-1,125', '-1125', '-1,1250'],
])('parseNumber offers for %s texts that have one meaning in every file', (cell, whole, decimal) => {
  expect(price(cell, null)?.alternatives).toEqual({ whole, decimal });
  for (const text of [whole, decimal]) expect(price(text, null)).toMatchObject({ alternatives: null });
});

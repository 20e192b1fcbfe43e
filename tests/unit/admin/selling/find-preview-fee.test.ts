import { expect, test } from 'vitest';
import { findPreviewFee } from '#client/admin/selling/ShippingFeePreview.tsx';

const rates = [
  {
    zones: ['FR-MAINLAND'],
    brackets: [
      { upTo: 6, price: 9.5 },
      { upTo: 12, price: 14 },
    ],
  },
  { zones: ['WORLD'], brackets: [{ upTo: null, price: 40 }] },
];

test.each([
  ['FR-MAINLAND', 6, { result: 'fee', price: 9.5 }],
  ['FR-MAINLAND', 7, { result: 'fee', price: 14 }],
  ['FR-MAINLAND', 13, { result: 'tooManyBottles' }],
  ['BE', 100, { result: 'fee', price: 40 }],
  ['', 6, { result: 'noPostcode' }],
] as const)('findPreviewFee finds the fee for the zone "%s" and %i bottles', (zone, bottles, expected) => {
  expect(findPreviewFee(rates, zone, bottles)).toEqual(expected);
});

test('findPreviewFee ignores rows that are not filled in yet', () => {
  expect(findPreviewFee([{ zones: ['BE'], brackets: [null, { upTo: 6 }] }, {}], 'BE', 1)).toEqual({
    result: 'tooManyBottles',
  });
  expect(findPreviewFee([{}], 'BE', 1)).toEqual({ result: 'noRate' });
});

import { describe, expect, test } from 'vitest';
import {
  changePriceByPercent,
  findPriceBeforeInstant,
  findPriceStartingAtInstant,
} from '#shared/catalogue/plan-price.ts';

test.each([
  [10, 5, 10.5],
  [9.9, 3, 10.2],
  [10.05, 5, 10.55],
  [10.1, 5, 10.61],
  [12.5, -2.5, 12.19],
  [8, 0, 8],
  [8, -100, 0],
  [8, -150, 0],
])('changePriceByPercent changes %d € by %d %% to %d €, rounded half up to the cent', (price, percent, expected) => {
  expect(changePriceByPercent(price, percent)).toBe(expected);
});

describe('a variant with planned prices', () => {
  const at = (day: string) => Date.parse(`${day}T08:00:00Z`);
  const variant = {
    price: 10,
    plannedPrices: [
      { from: '2027-03-01T08:00:00Z', price: 13 },
      { from: '2027-01-01T08:00:00Z', price: 12 },
    ],
  };

  test('has the price that was planned last before an instant', () => {
    const days = ['2026-12-31', '2027-01-01', '2027-02-01', '2027-03-01', '2027-03-02'];
    expect(days.map((day) => findPriceBeforeInstant(variant, at(day)))).toEqual([10, 10, 12, 12, 13]);
  });

  test('has a planned price exactly at its instant', () => {
    expect(['2027-01-01', '2027-01-02'].map((day) => findPriceStartingAtInstant(variant, at(day)))).toEqual([12, null]);
  });
});

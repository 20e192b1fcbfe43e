import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, quantileOfSorted, ratio } from '../../../../bench/load/statistics.ts';

test.each([
  [[3], 3],
  [[1, 9], 5],
  [[9, 1, 4], 4],
  [[10, 2, 8, 4], 6],
  [[100, 9, 20], 20],
])('median() of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('median() of no values is NaN', () => {
  expect(median([])).toBeNaN();
});

test('median() lies between minimum and maximum and does not modify its argument', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }), (values) => {
      const before = [...values];
      const middle = median(values);
      expect(middle).toBeGreaterThanOrEqual(Math.min(...values));
      expect(middle).toBeLessThanOrEqual(Math.max(...values));
      expect(values).toEqual(before);
    }),
  );
});

test('quantileOfSorted() returns one of the values, and 0 for none', () => {
  const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(quantileOfSorted(sorted, 0.5)).toBe(51);
  expect(quantileOfSorted(sorted, 0.99)).toBe(100);
  expect(quantileOfSorted([7], 0.99)).toBe(7);
  expect(quantileOfSorted([], 0.99)).toBe(0);
});

test('ratio() to 0 or to NaN is NaN', () => {
  expect(ratio(3, 2)).toBe(1.5);
  expect(ratio(3, 0)).toBeNaN();
  expect(ratio(3, Number.NaN)).toBeNaN();
});

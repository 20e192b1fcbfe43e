import { expect, test } from 'vitest';
import { isIsoDate } from '#shared/is-iso-date.ts';

test('isIsoDate accepts existing days only', () => {
  expect(['1980-12-31', '1980-13-01', '2001-02-29', '31/12/1980', ''].map(isIsoDate)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

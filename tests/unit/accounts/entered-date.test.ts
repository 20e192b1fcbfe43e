import { describe, expect, test } from 'vitest';
import { parseEnteredDate, toDateInDigits } from '#client/features/accounts/BirthdateField.tsx';

describe('parseEnteredDate', () => {
  test.each([
    ['31/12/1980', '1980-12-31'],
    [' 1.2.1980 ', '1980-02-01'],
    ['01 02 1980', '1980-02-01'],
    ['1-2-1980', '1980-02-01'],
    ['31 / 12 / 1980', '1980-12-31'],
    ['31121980', '1980-12-31'],
    ['1980-12-31', '1980-12-31'],
    ['29/02/2000', '2000-02-29'],
  ])('reads %s', (text, expected) => expect(parseEnteredDate(text)).toBe(expected));

  test.each([
    [''],
    ['31/12/80'],
    ['29/02/2001'],
    ['31/04/1980'],
    ['12/31/1980'],
    ['1/1'],
    ['1121980'],
    ['111980'],
    ['1/1/1980/2'],
    ['0/1/1980'],
    ['３/３/1980'],
    ['1980-12-31T00:00'],
    ['hier'],
  ])('rejects %j', (text) => expect(parseEnteredDate(text)).toBeNull());
});

test('toDateInDigits writes the day first and leaves other texts as they are', () => {
  expect(toDateInDigits('1980-12-31')).toBe('31/12/1980');
  expect(toDateInDigits('31/12')).toBe('31/12');
});

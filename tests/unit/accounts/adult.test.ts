import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAdult } from '#shared/accounts/adult.ts';

describe('isAdult', () => {
  test.each([
    ['returns true on the eighteenth birthday', '2008-11-20', '2026-11-20', true],
    ['returns false on the day before', '2008-11-21', '2026-11-20', false],
    ['returns true long after the eighteenth birthday', '1950-01-01', '2026-11-20', true],
    ['returns false in the year before', '2009-01-01', '2026-12-31', false],
    ['returns false on 28 February for a birthdate on a leap day', '2008-02-29', '2026-02-28', false],
    ['returns true on 1 March for a birthdate on a leap day', '2008-02-29', '2026-03-01', true],
    ['returns true on a leap day for a birthdate on a leap day', '2004-02-29', '2024-02-29', true],
    ['returns false for a birthdate in the future', '2030-01-01', '2026-11-20', false],
    ['returns false without a birthdate', '', '2026-11-20', false],
    ['returns false for a malformed birthdate', '20081120', '2026-11-20', false],
  ])('%s', (_, birthdate, today, expected) => expect(isAdult(birthdate, today)).toBe(expected));

  test('returns true on every later day', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, days, days, (...dates) => {
        const [birthdate = '', today = '', later = ''] = dates.map((date) => date.toISOString().slice(0, 10)).sort();
        expect(isAdult(birthdate, today) && !isAdult(birthdate, later)).toBe(false);
      }),
    );
  });
});

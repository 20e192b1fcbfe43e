import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAdult } from '#shared/accounts/adult.ts';

test.each([
  ['on the eighteenth birthday', '2008-11-20', '2026-11-20', true],
  ['not on the day before', '2008-11-21', '2026-11-20', false],
  ['long after', '1950-01-01', '2026-11-20', true],
  ['not in the year before', '2009-01-01', '2026-12-31', false],
  ['born on a leap day, not on 28 February', '2008-02-29', '2026-02-28', false],
  ['born on a leap day, on 1 March', '2008-02-29', '2026-03-01', true],
  ['born on a leap day, on a leap day', '2004-02-29', '2024-02-29', true],
  ['not who is yet to be born', '2030-01-01', '2026-11-20', false],
  ['not without a birthdate', '', '2026-11-20', false],
  ['not with something else for one', '20081120', '2026-11-20', false],
])('%s', (_, birthdate, today, expected) => expect(isAdult(birthdate, today)).toBe(expected));

test('who is of age stays so', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, days, days, (...dates) => {
      const [birthdate = '', today = '', later = ''] = dates.map((date) => date.toISOString().slice(0, 10)).sort();
      expect(isAdult(birthdate, today) && !isAdult(birthdate, later)).toBe(false);
    }),
  );
});

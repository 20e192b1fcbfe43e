import { describe, expect, test } from 'vitest';
import { addWorkingDays, computeEaster, isWorkingDay } from '#shared/places/working-days.ts';

const paris = 'Europe/Paris';

test.each([
  '1961-04-02',
  '2000-04-23',
  '2008-03-23',
  '2011-04-24',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2038-04-25',
  '2285-03-22',
])('Easter Sunday is %s', (expected) => expect(computeEaster(Number(expected.slice(0, 4)))).toBe(expected));

describe('isWorkingDay', () => {
  test.each([
    ['2026-11-27', 'Friday', true],
    ['2026-11-28', 'Saturday', false],
    ['2026-11-29', 'Sunday', false],
    ['2026-01-01', 'New Year', false],
    ['2026-04-06', 'Easter Monday', false],
    ['2026-05-01', 'Labour Day', false],
    ['2026-05-08', 'Victory Day', false],
    ['2026-05-14', 'Ascension Day', false],
    ['2026-05-25', 'Whit Monday', false],
    ['2026-07-14', 'the national holiday', false],
    ['2025-08-15', 'Assumption Day', false],
    ['2027-11-01', "All Saints' Day", false],
    ['2026-11-11', 'Armistice Day', false],
    ['2026-12-25', 'Christmas', false],
    ['2026-12-24', 'Christmas Eve', true],
    ['2026-04-03', 'Good Friday, a holiday in Alsace and Moselle only', true],
  ])('%s, %s: %s', (day, _, expected) => expect(isWorkingDay(day, paris)).toBe(expected));

  test('leaves out only weekends in other time zones', () => {
    expect(isWorkingDay('2026-07-14', 'Europe/London')).toBe(true);
    expect(isWorkingDay('2026-11-28', 'Europe/London')).toBe(false);
  });
});

describe('addWorkingDays', () => {
  test.each([
    ['2026-11-28T13:13:00Z', 7, '2026-12-08T13:13:00Z'],
    ['2026-12-22T10:00:00Z', 7, '2027-01-04T10:00:00Z'],
    ['2026-03-26T10:00:00Z', 2, '2026-03-30T09:00:00Z'],
    ['2026-11-27T23:30:00Z', 1, '2026-11-29T23:30:00Z'],
    ['2026-11-27T10:00:00Z', 0, '2026-11-27T10:00:00Z'],
  ])('%s and %i days: %s', (from, days, expected) => {
    expect(new Date(addWorkingDays(Date.parse(from), days, paris)).toISOString().replace('.000', '')).toBe(expected);
  });

  test('limits the number of days, so that an absurd setting gives a date', () => {
    const start = Date.parse('2026-11-27T10:00:00Z');
    expect(addWorkingDays(start, 2_999_999, paris)).toBe(addWorkingDays(start, 400, paris));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, findClockChange, localTimeToEpochMs, toLocalDay, toLocalTime } from '#shared/places/local-time.ts';

const utc = (instant: string) => Date.parse(`${instant}Z`);

describe('toLocalTime', () => {
  test.each([
    ['Paris in winter', '2026-01-15T22:59', 'Europe/Paris', '2026-01-15', '23:59'],
    ['Paris at midnight in winter', '2026-01-15T23:00', 'Europe/Paris', '2026-01-16', '00:00'],
    ['Paris at midnight in summer', '2026-07-15T22:00', 'Europe/Paris', '2026-07-16', '00:00'],
    ['the moment before the clocks go forward', '2026-03-29T00:59', 'Europe/Paris', '2026-03-29', '01:59'],
    ['the moment at which the clocks go forward', '2026-03-29T01:00', 'Europe/Paris', '2026-03-29', '03:00'],
    ['the moment before the clocks go back', '2026-10-25T00:59', 'Europe/Paris', '2026-10-25', '02:59'],
    ['the moment at which the clocks go back', '2026-10-25T01:00', 'Europe/Paris', '2026-10-25', '02:00'],
    ['New York on the day before', '2026-03-01T03:00', 'America/New_York', '2026-02-28', '22:00'],
    ['a leap day', '2028-02-29T12:00', 'Europe/Paris', '2028-02-29', '13:00'],
    ['an offset with half an hour', '2026-06-01T00:00', 'Asia/Kolkata', '2026-06-01', '05:30'],
    ['Réunion, which has no summer time', '2026-07-15T20:00', 'Indian/Reunion', '2026-07-16', '00:00'],
  ])('returns the local day and time for %s: %s in %s', (_, instant, zone, day, time) => {
    expect(toLocalTime(utc(instant), zone)).toEqual({ day, time });
    expect(toLocalDay(utc(instant), zone)).toBe(day);
  });
});

describe('localTimeToEpochMs', () => {
  test.each([
    ['a winter time', '2026-01-15', '09:00', 'Europe/Paris', '2026-01-15T08:00'],
    ['a summer time', '2026-07-15', '09:00', 'Europe/Paris', '2026-07-15T07:00'],
    ['the minute before the clocks go forward', '2026-03-29', '01:59', 'Europe/Paris', '2026-03-29T00:59'],
    ['the hour to which the clocks go forward', '2026-03-29', '03:00', 'Europe/Paris', '2026-03-29T01:00'],
    ['a skipped time, moved behind the gap', '2026-03-29', '02:30', 'Europe/Paris', '2026-03-29T01:30'],
    ['a time later on the day of a change', '2026-03-29', '09:00', 'Europe/Paris', '2026-03-29T07:00'],
    ['the first occurrence of a repeated time', '2026-10-25', '02:30', 'Europe/Paris', '2026-10-25T00:30'],
    ['a time after the clocks went back', '2026-10-25', '03:00', 'Europe/Paris', '2026-10-25T02:00'],
    ['midnight before the clocks go back', '2026-10-25', '00:00', 'Europe/Paris', '2026-10-24T22:00'],
    ['midnight after the clocks went back', '2026-10-26', '00:00', 'Europe/Paris', '2026-10-25T23:00'],
    ['New York before the clocks go forward', '2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59'],
    ['New York after the clocks went forward', '2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00'],
    ['a time skipped in New York', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30'],
    ['a time repeated in New York', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30'],
    ['a clock change of half an hour on Lord Howe', '2026-10-04', '03:00', 'Australia/Lord_Howe', '2026-10-03T16:00'],
    ['an offset of 14 hours', '2026-06-01', '00:00', 'Pacific/Kiritimati', '2026-05-31T10:00'],
  ])('returns the instant of %s: %s %s in %s', (_, day, time, zone, instant) =>
    expect(localTimeToEpochMs(day, time, zone)).toBe(utc(instant)),
  );

  test('inverts toLocalTime and returns the first occurrence of a repeated time', () => {
    const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
    const minutes = fc.integer({ min: utc('2024-01-01T00:00') / 60_000, max: utc('2030-01-01T00:00') / 60_000 });
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const { day, time } = toLocalTime(minute * 60_000, zone);
        const instant = localTimeToEpochMs(day, time, zone);
        expect(toLocalTime(instant, zone)).toEqual({ day, time });
        expect(instant).toBeLessThanOrEqual(minute * 60_000);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['2026-03-29', '01:59', 'Europe/Paris', null],
  ['2026-03-29', '02:00', 'Europe/Paris', 'skipped'],
  ['2026-03-29', '02:59', 'Europe/Paris', 'skipped'],
  ['2026-03-29', '03:00', 'Europe/Paris', null],
  ['2026-10-25', '01:59', 'Europe/Paris', null],
  ['2026-10-25', '02:00', 'Europe/Paris', 'repeated'],
  ['2026-10-25', '02:59', 'Europe/Paris', 'repeated'],
  ['2026-10-25', '03:00', 'Europe/Paris', null],
  ['2026-10-25', '02:30', 'America/New_York', null],
  ['2026-11-01', '01:30', 'America/New_York', 'repeated'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', 'skipped'],
] as const)('findClockChange(%s, %s, %s) returns %s', (day, time, zone, change) =>
  expect(findClockChange(day, time, zone)).toBe(change),
);

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-02-28', 2, '2028-03-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-24', 2, '2026-10-26'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-01', 0, '2026-03-01'],
])('addDays(%s, %i) returns %s', (day, days, expected) => expect(addDays(day, days)).toBe(expected));

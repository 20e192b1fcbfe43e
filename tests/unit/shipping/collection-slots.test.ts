import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { weekdays } from '#shared/places/weekday.ts';
import {
  type CollectionClosure,
  type CollectionTimingContext,
  isSlotOpen,
  listOpenSlots,
  listRemainingClosures,
  maxCollectionDaysAhead,
  type WeeklyCollectionTimes,
} from '#shared/shipping/collection-slots.ts';

const schedule = (overrides: Partial<WeeklyCollectionTimes> = {}): WeeklyCollectionTimes => ({
  id: 1,
  weekdays,
  from: '09:00',
  to: '12:00',
  ...overrides,
});
const at = (instant: string, overrides: Partial<CollectionTimingContext> = {}): CollectionTimingContext => ({
  now: Date.parse(`${instant}Z`),
  timeZone: 'Europe/Paris',
  leadHours: 0,
  ...overrides,
});
const inNewYork = { timeZone: 'America/New_York' };
const closed: CollectionClosure[] = [{ from: '2026-06-10', to: '2026-06-12' }];

describe('isSlotOpen', () => {
  // In June, the time in Paris is UTC+2 and in New York UTC-4.
  test.each([
    ['allows a slot in the future', '2026-06-09', schedule(), at('2026-06-08T12:00'), true],
    [
      'allows a slot that begins exactly when the lead time ends',
      '2026-06-09',
      schedule(),
      at('2026-06-07T07:00', { leadHours: 48 }),
      true,
    ],
    [
      'rejects a slot one millisecond before the lead time ends',
      '2026-06-09',
      schedule(),
      at('2026-06-07T07:00:00.001', { leadHours: 48 }),
      false,
    ],
    ['allows a slot until it begins if there is no lead time', '2026-06-09', schedule(), at('2026-06-09T07:00'), true],
    ['rejects a slot that has begun', '2026-06-09', schedule(), at('2026-06-09T07:01'), false],
    ['rejects a slot in the past', '2026-06-01', schedule(), at('2026-06-09T07:01'), false],
    ['rejects a slot in the year 1', '0001-01-02', schedule(), at('2026-06-09T07:01'), false],
    [
      'allows a slot on a weekday of its schedule',
      '2026-06-09',
      schedule({ weekdays: ['tuesday'] }),
      at('2026-06-01T07:00'),
      true,
    ],
    [
      'rejects a slot on another weekday',
      '2026-06-09',
      schedule({ weekdays: ['monday', 'wednesday'] }),
      at('2026-06-01T07:00'),
      false,
    ],
    ['allows a slot before a closure', '2026-06-09', schedule(), at('2026-06-01T07:00'), true],
    ['rejects a slot on the first day of a closure', '2026-06-10', schedule(), at('2026-06-01T07:00'), false],
    ['rejects a slot on the last day of a closure', '2026-06-12', schedule(), at('2026-06-01T07:00'), false],
    ['allows a slot after a closure', '2026-06-13', schedule(), at('2026-06-01T07:00'), true],
    ['allows a slot on the last day of the booking window', '2026-07-31', schedule(), at('2026-06-01T07:00'), true],
    ['rejects a slot one day after the booking window', '2026-08-01', schedule(), at('2026-06-01T07:00'), false],
    ['counts the booking window from the local day', '2026-08-01', schedule(), at('2026-06-01T22:00'), true],
    ['allows a slot on a leap day', '2028-02-29', schedule(), at('2028-02-20T07:00'), true],
    [
      'allows a slot until it begins in another time zone',
      '2026-06-09',
      schedule(),
      at('2026-06-09T13:00', inNewYork),
      true,
    ],
    [
      'rejects a slot that has begun in another time zone',
      '2026-06-09',
      schedule(),
      at('2026-06-09T13:01', inNewYork),
      false,
    ],
    [
      'uses the local day of another time zone',
      '2026-06-09',
      schedule({ from: '22:00' }),
      at('2026-06-10T02:00', inNewYork),
      true,
    ],
  ])('%s', (_, date, hours, clock, expected) => expect(isSlotOpen(date, hours, closed, clock)).toBe(expected));

  // The clocks go forward on 29 March (a day of 23 hours) and back on 25 October (a day of 25 hours).
  test.each([
    [
      'allows a slot after the spring change 24 hours before, at 8 o’clock',
      '2026-03-29',
      at('2026-03-28T07:00', { leadHours: 24 }),
      true,
    ],
    [
      'rejects a slot after the spring change at 9 o’clock the day before',
      '2026-03-29',
      at('2026-03-28T08:00', { leadHours: 24 }),
      false,
    ],
    [
      'allows a slot after the autumn change 24 hours before, at 10 o’clock',
      '2026-10-25',
      at('2026-10-24T08:00', { leadHours: 24 }),
      true,
    ],
    [
      'rejects a slot after the autumn change one millisecond later',
      '2026-10-25',
      at('2026-10-24T08:00:00.001', { leadHours: 24 }),
      false,
    ],
  ])('%s', (_, date, clock, expected) => expect(isSlotOpen(date, schedule(), [], clock)).toBe(expected));
});

describe('listOpenSlots', () => {
  const afternoon = schedule({ id: 2, from: '14:00', to: '18:00' });
  const times = { schedules: [afternoon, schedule()], closures: closed };
  const days = (slots: { date: string }[]) => [...new Set(slots.map(({ date }) => date))];

  test('returns the slots of each day with their schedules, the earliest first', () => {
    const slots = listOpenSlots(times, 6, 2026, at('2026-06-08T08:00'));
    expect(slots.slice(0, 3)).toEqual([
      { date: '2026-06-08', idSchedule: 2, from: '14:00', to: '18:00' },
      { date: '2026-06-09', idSchedule: 1, from: '09:00', to: '12:00' },
      { date: '2026-06-09', idSchedule: 2, from: '14:00', to: '18:00' },
    ]);
    expect(days(slots).slice(0, 3)).toEqual(['2026-06-08', '2026-06-09', '2026-06-13']);
  });

  test('returns slots until the end of the booking window', () => {
    const clock = at('2026-06-08T08:00');
    expect(days(listOpenSlots(times, 8, 2026, clock)).at(-1)).toBe('2026-08-07');
    expect(listOpenSlots(times, 9, 2026, clock)).toEqual([]);
    expect(listOpenSlots(times, 5, 2026, clock)).toEqual([]);
  });

  test('returns every day of a February', () => {
    const open = { schedules: [schedule()], closures: [] };
    expect(listOpenSlots(open, 2, 2028, at('2028-01-20T08:00'))).toHaveLength(29);
    expect(listOpenSlots(open, 2, 2026, at('2026-01-20T08:00'))).toHaveLength(28);
  });

  test.each([
    [3, '2026-03-20T08:00', '2026-03-31'],
    [10, '2026-10-20T08:00', '2026-10-31'],
  ])('returns every day of month %i, in which the clocks change', (month, now, last) => {
    const found = days(listOpenSlots({ schedules: [afternoon], closures: [] }, month, 2026, at(now)));
    expect(found).toHaveLength(12);
    expect(found.at(-1)).toBe(last);
  });

  test('returns nothing without schedules or with a permanent closure', () => {
    expect(listOpenSlots({ schedules: [], closures: [] }, 6, 2026, at('2026-06-08T08:00'))).toEqual([]);
    const always = [{ from: '2000-01-01', to: '2100-01-01' }];
    expect(listOpenSlots({ ...times, closures: always }, 6, 2026, at('2026-06-08T08:00'))).toEqual([]);
  });

  const dates = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 22 }), fc.constantFrom('00', '15', '30'))
    .map(([hour, minutes]) => `${String(hour).padStart(2, '0')}:${minutes}`);
  const schedules = fc
    .uniqueArray(fc.record({ id: fc.nat(9), weekdays: fc.subarray([...weekdays]), from: hours }), {
      selector: ({ id }) => id,
      maxLength: 4,
    })
    .map((list) => list.map((each) => ({ ...each, to: '23:59' })));
  const closures = fc.array(
    fc.tuple(dates, fc.nat(20)).map(([from, length]) => ({ from, to: addDays(from, length) })),
    { maxLength: 4 },
  );
  const clocks = fc.record({
    now: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-31') }),
    timeZone: fc.constantFrom('Europe/Paris', 'America/New_York', 'Indian/Reunion'),
    leadHours: fc.nat(96),
  });

  test('returns over all months exactly the allowed slots, each once and in order', () => {
    fc.assert(
      fc.property(schedules, closures, clocks, (list, closed, clock) => {
        const months = [0, 1, 2, 3].map((ahead) => {
          const month = Number(toLocalDay(clock.now, clock.timeZone).slice(5, 7)) - 1 + ahead;
          const year = Number(toLocalDay(clock.now, clock.timeZone).slice(0, 4)) + Math.floor(month / 12);
          return listOpenSlots({ schedules: list, closures: closed }, (month % 12) + 1, year, clock);
        });
        const found = months.flat().map(({ date, from, idSchedule }) => `${date} ${from} ${idSchedule}`);
        const first = toLocalDay(clock.now, clock.timeZone);
        const allowed = Array.from({ length: maxCollectionDaysAhead + 2 }, (_, ahead) => addDays(first, ahead)).flatMap(
          (date) =>
            list.filter((each) => isSlotOpen(date, each, closed, clock)).map(({ from, id }) => `${date} ${from} ${id}`),
        );
        expect(found).toEqual(allowed.sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('listRemainingClosures', () => {
  const closure = (from: string, to = from) => ({ from, to });
  const weekdaySchedule = schedule({ weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] });
  const found = (closures: CollectionClosure[], now = '2026-06-01T07:00') =>
    listRemainingClosures({ schedules: [weekdaySchedule], closures }, 6, 2026, at(now)).map(({ from }) => from);

  test('returns the closures of the month in chronological order, also those that begin or end in another', () => {
    const closures = [
      closure('2026-06-29', '2026-07-03'),
      closure('2026-06-10', '2026-06-12'),
      closure('2026-05-28', '2026-06-02'),
      closure('2026-07-14'),
    ];
    expect(found(closures)).toEqual(['2026-05-28', '2026-06-10', '2026-06-29']);
  });

  test('omits closures that are over and those of days without collection anyway', () => {
    // The closure on 14 June 2026 is on a Sunday, when nothing can be collected anyway.
    expect(found([closure('2026-06-10', '2026-06-12'), closure('2026-06-14')], '2026-06-13T07:00')).toEqual([]);
    expect(found([closure('2026-06-10', '2026-06-12')], '2026-06-12T20:00')).toEqual(['2026-06-10']);
  });
});

import { describe, expect, test } from 'vitest';
import { formatOpeningHours, groupDaysByOpeningHours, listEstateOpeningHours } from '#client/core/opening-hours.ts';
import type { SiteShell } from '#client/core/site-shell.ts';
import { toLocalWeekday, weekdays } from '#shared/places/weekday.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { englishDictionary, frenchDictionary } from '#tests/support/fixtures/dictionary.ts';

const fr = createTextsWithLazyDomains('fr_FR', frenchDictionary, 'Europe/Paris');
const en = createTextsWithLazyDomains('en', englishDictionary, 'Europe/Paris');
const morning = { from: '09:00', to: '12:30' };

test.each([
  ['a closed day', [], fr, 'fermé'],
  ['French hours', [morning], fr, '9\u00a0h\u00a0–\u00a012\u00a0h\u00a030'],
  ['English hours', [morning], en, '9am\u00a0–\u00a012.30pm'],
])('formatOpeningHours formats %s', (_, open, texts, expected) =>
  expect(formatOpeningHours(open, texts)).toBe(expected),
);

test('groupDaysByOpeningHours does not join days between which a day is left out', () => {
  const days = (['monday', 'wednesday'] as const).map((weekday) => ({ weekday, hours: '9 h' }));
  expect(groupDaysByOpeningHours(days, fr).map((group) => group.days)).toEqual(['Lundi', 'Mercredi']);
});

test('groupDaysByOpeningHours joins consecutive days with the same hours', () => {
  const week = weekdays.map((weekday) => ({ weekday, hours: weekday === 'sunday' ? 'closed' : '9am' }));
  expect(groupDaysByOpeningHours(week, en).map(({ days }) => days)).toEqual(['Monday – Saturday', 'Sunday']);
  expect(groupDaysByOpeningHours(week, fr).map(({ days }) => days)).toEqual(['Lundi – samedi', 'Dimanche']);
});

test('listEstateOpeningHours prefers the parameter of a day to the hours of the address and omits days without either', () => {
  const openingHours = weekdays.slice(0, 2).map((weekday) => ({ weekday, open: [morning] }));
  const address = { openingHours } as SiteShell['address'];
  expect(listEstateOpeningHours({ parameters: { OPENING_HOURS_MONDAY: 'by appointment' }, address }, en)).toEqual([
    { weekday: 'monday', hours: 'by appointment' },
    { weekday: 'tuesday', hours: formatOpeningHours([morning], en) },
  ]);
  expect(listEstateOpeningHours({ parameters: {}, address: null }, en)).toEqual([]);
});

describe('toLocalWeekday', () => {
  test.each([
    ['2026-11-19T23:30:00Z', 'Europe/Paris', 'friday'],
    ['2026-11-19T23:30:00Z', 'Europe/London', 'thursday'],
  ] as const)('returns for %s in %s the weekday %s', (instant, zone, day) =>
    expect(toLocalWeekday(new Date(instant), zone)).toBe(day),
  );

  test.each([
    ['Europe/Paris', '2026-11-19T23:00:00Z'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00Z'],
  ])('changes at midnight in %s', (zone, midnight) => {
    const instant = new Date(midnight).getTime();
    const weekdaysAround = [-1, 0, -1].map((offset) => toLocalWeekday(new Date(instant + offset), zone));
    expect(weekdaysAround).toEqual(['thursday', 'friday', 'thursday']);
  });
});

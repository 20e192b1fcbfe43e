import { describe, expect, test } from 'vitest';
import { estateHours, formatHours, groupEqualHours } from '#client/core/opening-hours.ts';
import { phoneHref } from '#client/core/phone-href.ts';
import type { Shell } from '#client/core/shell.ts';
import { weekdayAt, weekdays } from '#shared/places/weekday.ts';
import { textsFor } from '#shared/texts.ts';
import { englishDictionary, frenchDictionary } from '#tests/support/fixtures/dictionary.ts';

const fr = textsFor('fr_FR', frenchDictionary, 'Europe/Paris');
const en = textsFor('en', englishDictionary, 'Europe/Paris');
const morning = { from: '09:00', to: '12:30' };

test.each([
  ['a closed day', [], fr, 'fermé'],
  ['French hours', [morning], fr, '9\u00a0h\u00a0– 12\u00a0h\u00a030'],
  ['English hours', [morning], en, '9am\u00a0– 12.30pm'],
])('hoursText formats %s', (_, open, texts, expected) => expect(formatHours(open, texts)).toBe(expected));

test('hoursByRun joins consecutive days with the same hours', () => {
  const week = weekdays.map((weekday) => ({ weekday, hours: weekday === 'sunday' ? 'closed' : '9am' }));
  expect(groupEqualHours(week, en).map(({ days }) => days)).toEqual(['Monday – Saturday', 'Sunday']);
  expect(groupEqualHours(week, fr).map(({ days }) => days)).toEqual(['Lundi – samedi', 'Dimanche']);
});

test('estateHours prefers the parameter of a day to the hours of the address and omits days without either', () => {
  const openingHours = weekdays.slice(0, 2).map((weekday) => ({ weekday, open: [morning] }));
  const address = { openingHours } as Shell['address'];
  expect(estateHours({ parameters: { OPENING_HOURS_MONDAY: 'by appointment' }, address }, en)).toEqual([
    { weekday: 'monday', hours: 'by appointment' },
    { weekday: 'tuesday', hours: formatHours([morning], en) },
  ]);
  expect(estateHours({ parameters: {}, address: null }, en)).toEqual([]);
});

describe('weekdayAt', () => {
  test.each([
    ['2026-11-19T23:30:00Z', 'Europe/Paris', 'friday'],
    ['2026-11-19T23:30:00Z', 'Europe/London', 'thursday'],
  ] as const)('returns for %s in %s the weekday %s', (instant, zone, day) =>
    expect(weekdayAt(new Date(instant), zone)).toBe(day),
  );
});

test.each([
  ['05 36 49 40 40', 'tel:+33536494040'],
  ['+33 5 36 49 24 10', 'tel:+33536492410'],
  ['(0033) 5.36', 'tel:0033536'],
])('phoneHref converts %s to %s', (phone, href) => expect(phoneHref(phone)).toBe(href));

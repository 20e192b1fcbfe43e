import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findClockChangeNote, formatInstantForInput, parseInstantInput } from '#client/admin/inputs/instant-text.ts';
import { toOrderFilterQuery } from '#client/admin/orders/order-adapter.ts';
import { instantToLocalYearMonth } from '#client/admin/selling/collection-days.ts';

const paris = 'Europe/Paris';

describe.each(['America/New_York', 'Pacific/Kiritimati', 'UTC'])('times in a browser in %s', (browserZone) => {
  beforeAll(() => {
    vi.stubEnv('TZ', browserZone);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browserZone);
  });

  it.each([
    ['a winter time', '2027-01-15T09:30', '2027-01-15T08:30:00.000Z'],
    ['a summer time', '2027-07-15T09:30', '2027-07-15T07:30:00.000Z'],
    ['a time at midnight', '2027-01-01T00:00', '2026-12-31T23:00:00.000Z'],
    ['the first of two equal times', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
  ])('the text of %s at the estate is read and shown in its time zone', (_, text, instant) => {
    expect(parseInstantInput(text, paris)).toBe(instant);
    expect(formatInstantForInput(instant, paris)).toBe(text);
  });

  it('a time that the clocks skip becomes the time after the gap', () => {
    const instant = parseInstantInput('2027-03-28T02:30', paris);
    expect(instant).toBe('2027-03-28T01:30:00.000Z');
    expect(formatInstantForInput(instant ?? '', paris)).toBe('2027-03-28T03:30');
  });

  it.each([
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z', { key: 'skipped', time: '03:30' }],
    ['2027-10-31T02:30', '2027-10-31T00:30:25.000Z', { key: 'first', time: '02:30' }],
    ['2027-10-31T02:30', '2027-10-31T01:30:00.000Z', { key: 'second', time: '02:30' }],
    ['2027-10-31T03:30', '2027-10-31T02:30:00.000Z', null],
  ])('the note of %s for %s is %j', (text, instant, note) => {
    expect(findClockChangeNote(text, instant, paris)).toEqual(note);
  });

  it.each(['', '2027-01-15', '12027-01-15T09:30'])('the incomplete text "%s" is no time', (text) => {
    expect(parseInstantInput(text, paris)).toBeNull();
  });

  it('the list of orders filters by days of the estate', () => {
    expect(toOrderFilterQuery({ from: '2027-01-15', until: '2027-03-28', status: ['PAID'] }, paris)).toEqual({
      status: ['PAID'],
      'gte:createdAt': '2027-01-14T23:00:00.000Z',
      'lt:createdAt': '2027-03-28T22:00:00.000Z',
    });
  });

  it('the calendar of collections shows the month of the estate', () => {
    expect(instantToLocalYearMonth(Date.parse('2026-12-31T23:30:00Z'), paris)).toEqual({ year: 2027, month: 1 });
  });
});

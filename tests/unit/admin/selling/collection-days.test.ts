import { expect, test } from 'vitest';
import { addMonths, listCollectionDaysWithSlots } from '#client/admin/selling/collection-days.ts';

test.each([
  [{ year: 2026, month: 12 }, 1, { year: 2027, month: 1 }],
  [{ year: 2026, month: 1 }, -1, { year: 2025, month: 12 }],
])('addMonths(%j, %i) crosses the end of the year', (month, count, result) => {
  expect(addMonths(month, count)).toEqual(result);
});

test('listCollectionDaysWithSlots keeps the slots of one day together', () => {
  const slot = { idSchedule: 1, from: '09:00', to: '12:00', capacity: null, isClosed: false, orders: [] };
  const days = listCollectionDaysWithSlots([
    { ...slot, date: '2027-03-01' },
    { ...slot, date: '2027-03-01', idSchedule: 2 },
  ]);
  expect(days.map(([day, slots]) => [day, slots.length])).toEqual([['2027-03-01', 2]]);
});

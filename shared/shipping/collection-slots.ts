import { addDays, localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import type { Weekday } from '#shared/places/weekday.ts';

/** Weekly times at which orders can be collected at the estate. Times are `HH:MM` in the site's time zone. */
export interface WeeklyCollectionTimes {
  id: number;
  weekdays: readonly Weekday[];
  from: string;
  to: string;
}

/** A period in which no order can be collected, from its first to its last day, both `YYYY-MM-DD`. */
export interface CollectionClosure {
  from: string;
  to: string;
}

export interface CollectionSlot {
  /** The day of the slot, `YYYY-MM-DD`. */
  date: string;
  idSchedule: number;
  from: string;
  to: string;
}

interface CollectionTimetable {
  schedules: readonly WeeklyCollectionTimes[];
  closures: readonly CollectionClosure[];
}

export const maxCollectionDaysAhead = 60;

const weekdaysFromSunday: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

const weekdayOf = (day: string): Weekday => weekdaysFromSunday[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday;

export interface CollectionTimingContext {
  /** The current time in milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** Hours that the estate needs to prepare an order (parameter CLICK_AND_COLLECT_HOURS). */
  leadHours: number;
}

/** Lists the closures that make days of a month unavailable, in chronological order and without those that are over. */
export function listRemainingClosures<C extends CollectionClosure>(
  { schedules, closures }: { schedules: readonly WeeklyCollectionTimes[]; closures: readonly C[] },
  month: number,
  year: number,
  { now, timeZone }: Pick<CollectionTimingContext, 'now' | 'timeZone'>,
): C[] {
  const days = daysOfMonth(month, year).filter((day) => day >= toLocalDay(now, timeZone));
  const opensOn = (day: string) => schedules.some(({ weekdays }) => weekdays.includes(weekdayOf(day)));
  return closures
    .filter(({ from, to }) => days.some((day) => from <= day && day <= to && opensOn(day)))
    .sort((a, b) => a.from.localeCompare(b.from));
}

function daysOfMonth(month: number, year: number): string[] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const days: string[] = [];
  for (let day = `${prefix}-01`; day.startsWith(prefix); day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Checks whether the weekly slot `schedule` can be chosen on a day, regardless of its capacity: the slot is on that day
 * of the week, and the day is not in a closure and neither too soon nor too far ahead.
 */
export function isSlotOpen(
  date: string,
  schedule: WeeklyCollectionTimes,
  closures: readonly CollectionClosure[],
  clock: CollectionTimingContext,
): boolean {
  if (!schedule.weekdays.includes(weekdayOf(date))) return false;
  if (closures.some(({ from, to }) => from <= date && date <= to)) return false;
  const today = toLocalDay(clock.now, clock.timeZone);
  if (date < today || date > addDays(today, maxCollectionDaysAhead)) return false;
  return localTimeToEpochMs(date, schedule.from, clock.timeZone) >= clock.now + clock.leadHours * 3_600_000;
}

/**
 * Lists the collection slots of a month in chronological order that are neither past, nor closed, nor too soon or too
 * far ahead. Full slots are included.
 * @param month 1 to 12
 */
export function listOpenSlots(
  { schedules, closures }: CollectionTimetable,
  month: number,
  year: number,
  clock: CollectionTimingContext,
): CollectionSlot[] {
  const slots: CollectionSlot[] = [];
  const first = toLocalDay(clock.now, clock.timeZone);
  const last = addDays(first, maxCollectionDaysAhead);
  const byTime = [...schedules].sort((a, b) => a.from.localeCompare(b.from) || a.id - b.id);
  for (const date of daysOfMonth(month, year)) {
    if (date < first || date > last) continue;
    for (const schedule of byTime)
      if (isSlotOpen(date, schedule, closures, clock))
        slots.push({ date, idSchedule: schedule.id, from: schedule.from, to: schedule.to });
  }
  return slots;
}

/**
 * Lists all slots of a month by day and time, also those that are past, closed or too soon to be chosen.
 * @param month 1 to 12
 */
export function listMonthSlots(
  { schedules, closures }: CollectionTimetable,
  month: number,
  year: number,
): (CollectionSlot & { isClosed: boolean })[] {
  const byTime = [...schedules].sort((a, b) => a.from.localeCompare(b.from) || a.id - b.id);
  return daysOfMonth(month, year).flatMap((date) => {
    const isClosed = closures.some(({ from, to }) => from <= date && date <= to);
    const open = byTime.filter(({ weekdays }) => weekdays.includes(weekdayOf(date)));
    return open.map(({ id, from, to }) => ({ date, idSchedule: id, from, to, isClosed }));
  });
}

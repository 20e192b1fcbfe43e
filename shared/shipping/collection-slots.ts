import { dayAfter, dayAt, instantOf } from '#shared/places/local-time.ts';
import type { Weekday } from '#shared/places/weekday.ts';

/** The hours of the week at which orders can be collected. Times are `HH:MM` in the site's time zone. */
export interface CollectionSchedule {
  id: number;
  weekdays: readonly Weekday[];
  from: string;
  to: string;
}

/** A period without collection, both days included, `YYYY-MM-DD`. */
export interface Closure {
  from: string;
  to: string;
}

export interface CollectionSlot {
  /** `YYYY-MM-DD`. */
  date: string;
  idSchedule: number;
  from: string;
  to: string;
}

export interface CollectionTimes {
  schedules: readonly CollectionSchedule[];
  closures: readonly Closure[];
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

export interface CollectionClock {
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** The time that an order takes to prepare (CLICK_AND_COLLECT_HOURS). */
  leadHours: number;
}

/** The closures that make days unavailable in a month, in chronological order and without those that are over. */
export function closuresOfMonth<C extends Closure>(
  { schedules, closures }: { schedules: readonly CollectionSchedule[]; closures: readonly C[] },
  month: number,
  year: number,
  { now, timeZone }: Pick<CollectionClock, 'now' | 'timeZone'>,
): C[] {
  const days = daysOfMonth(month, year).filter((day) => day >= dayAt(now, timeZone));
  const opensOn = (day: string) => schedules.some(({ weekdays }) => weekdays.includes(weekdayOf(day)));
  return closures
    .filter(({ from, to }) => days.some((day) => from <= day && day <= to && opensOn(day)))
    .sort((one, other) => one.from.localeCompare(other.from));
}

function daysOfMonth(month: number, year: number): string[] {
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const days: string[] = [];
  for (let day = `${prefix}-01`; day.startsWith(prefix); day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** True if an order can be collected on a day: it is in the schedule, not closed, not too soon and not too far ahead. */
export function isSlotAllowed(
  date: string,
  schedule: CollectionSchedule,
  closures: readonly Closure[],
  clock: CollectionClock,
): boolean {
  if (!schedule.weekdays.includes(weekdayOf(date))) return false;
  if (closures.some(({ from, to }) => from <= date && date <= to)) return false;
  const today = dayAt(clock.now, clock.timeZone);
  if (date < today || date > dayAfter(today, maxCollectionDaysAhead)) return false;
  return instantOf(date, schedule.from, clock.timeZone) >= clock.now + clock.leadHours * 3_600_000;
}

/**
 * The slots of a month in chronological order.
 * @param month 1 to 12.
 */
export function slotsOfMonth(
  { schedules, closures }: CollectionTimes,
  month: number,
  year: number,
  clock: CollectionClock,
): CollectionSlot[] {
  const slots: CollectionSlot[] = [];
  const first = dayAt(clock.now, clock.timeZone);
  const last = dayAfter(first, maxCollectionDaysAhead);
  const byTime = [...schedules].sort((one, other) => one.from.localeCompare(other.from) || one.id - other.id);
  for (const date of daysOfMonth(month, year)) {
    if (date < first || date > last) continue;
    for (const schedule of byTime)
      if (isSlotAllowed(date, schedule, closures, clock))
        slots.push({ date, idSchedule: schedule.id, from: schedule.from, to: schedule.to });
  }
  return slots;
}

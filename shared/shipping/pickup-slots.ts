import { dayAfter, dayAt, instantOf } from '#shared/places/local-time.ts';
import type { Weekday } from '#shared/places/weekday.ts';

/** A time of the week at which orders are handed over. Times `HH:MM` in the site's time zone. */
export interface PickupSchedule {
  id: number;
  weekdays: readonly Weekday[];
  from: string;
  to: string;
}

/** Days on which nothing is handed over, both included, `YYYY-MM-DD`. */
export interface Closure {
  from: string;
  to: string;
}

export interface PickupSlot {
  /** `YYYY-MM-DD`. */
  date: string;
  idSchedule: number;
  from: string;
  to: string;
}

export interface PickupTimes {
  schedules: readonly PickupSchedule[];
  closures: readonly Closure[];
}

/** How far ahead a pick-up may be arranged, in days. */
export const maxPickupDaysAhead = 60;

const byDate: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The weekday of a day, which is the same in every time zone. */
const weekdayOf = (day: string): Weekday => byDate[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday;

export interface PickupClock {
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** CLICK_AND_COLLECT_HOURS: how long an order takes to prepare. */
  leadHours: number;
}

/** Whether something can be handed over then: on a day of the schedule, not closed, late enough and not too far ahead. */
export function isSlotAllowed(
  date: string,
  schedule: PickupSchedule,
  closures: readonly Closure[],
  clock: PickupClock,
): boolean {
  if (!schedule.weekdays.includes(weekdayOf(date))) return false;
  if (closures.some(({ from, to }) => from <= date && date <= to)) return false;
  const today = dayAt(clock.now, clock.timeZone);
  if (date < today || date > dayAfter(today, maxPickupDaysAhead)) return false;
  return instantOf(date, schedule.from, clock.timeZone) >= clock.now + clock.leadHours * 3_600_000;
}

/** The slots of a month (1 to 12), in order. */
export function slotsOfMonth(
  { schedules, closures }: PickupTimes,
  month: number,
  year: number,
  clock: PickupClock,
): PickupSlot[] {
  const slots: PickupSlot[] = [];
  const prefix = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const first = dayAt(clock.now, clock.timeZone);
  const last = dayAfter(first, maxPickupDaysAhead);
  const byTime = [...schedules].sort((one, other) => one.from.localeCompare(other.from) || one.id - other.id);
  for (let date = `${prefix}-01`; date.startsWith(prefix); date = dayAfter(date, 1)) {
    if (date < first || date > last) continue;
    for (const schedule of byTime)
      if (isSlotAllowed(date, schedule, closures, clock))
        slots.push({ date, idSchedule: schedule.id, from: schedule.from, to: schedule.to });
  }
  return slots;
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

interface ZoneWeekday {
  formatter: Intl.DateTimeFormat;
  /** The quarter of an hour since the epoch for which `weekday` was computed. */
  quarter: number;
  weekday: Weekday;
}

/** The last result of each time zone, which is reused because each render of a page asks for it. */
const weekdaysByZone = new Map<string, ZoneWeekday>();

/** The offsets of all time zones are multiples of this duration, so midnight is at the beginning of a quarter. */
const quarterMs = 15 * 60_000;

export function toLocalWeekday(instant: Date, timeZone: string): Weekday {
  const quarter = Math.floor(instant.getTime() / quarterMs);
  const last = weekdaysByZone.get(timeZone);
  if (last?.quarter === quarter) return last.weekday;
  const formatter = last?.formatter ?? new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone });
  const weekday = formatter.format(instant).toLowerCase() as Weekday;
  weekdaysByZone.set(timeZone, { formatter, quarter, weekday });
  return weekday;
}

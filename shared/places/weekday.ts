export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the weekday at an instant in a time zone such as `Europe/Paris`. */
export function toLocalWeekday(instant: Date, timeZone: string): Weekday {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(instant).toLowerCase() as Weekday;
}

/**
 * The functions in this file represent days as `YYYY-MM-DD` and times as `HH:MM` in an IANA time zone such as
 * `Europe/Paris`.
 */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

interface LocalTime {
  day: string;
  time: string;
}

/** @param instant milliseconds since 1970 */
export function toLocalTime(instant: number, timeZone: string): LocalTime {
  const part = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

export const toLocalDay = (instant: number, timeZone: string): string => toLocalTime(instant, timeZone).day;

/**
 * Finds the instants at which clocks show a local day and time, in milliseconds since 1970 and in their order: none for
 * a time that is skipped in spring, two for one that occurs twice in autumn.
 * @returns `shifted` is the time moved forward by the length of the gap, for a time that is skipped
 */
function findInstants(day: string, time: string, timeZone: string): { instants: number[]; shifted: number } {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (instant: number) => {
    const shown = toLocalTime(instant, timeZone);
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
  };
  // The time zone's offset on the day before comes first, so that the earlier of two instants with the same local time
  // comes first.
  const offsets = new Set([offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]);
  const candidates = [...offsets].map((offset) => asUtc - offset);
  const instants = candidates.filter((instant) => {
    const shown = toLocalTime(instant, timeZone);
    return shown.day === day && shown.time === time;
  });
  return { instants, shifted: Math.max(...candidates) };
}

/**
 * Converts a local day and time to an instant in milliseconds since 1970. A time that is skipped in spring is shifted
 * forward by the length of the gap; for a time that occurs twice in autumn, the first instant is returned.
 */
export function localTimeToEpochMs(day: string, time: string, timeZone: string): number {
  const { instants, shifted } = findInstants(day, time, timeZone);
  return instants[0] ?? shifted;
}

/**
 * Finds out whether a local day and time is skipped or occurs twice because the clocks change.
 * @returns null for a time that occurs once
 */
export function findClockChange(day: string, time: string, timeZone: string): 'skipped' | 'repeated' | null {
  const { instants } = findInstants(day, time, timeZone);
  if (instants.length === 0) return 'skipped';
  return instants.length > 1 ? 'repeated' : null;
}

/** Adds a number of days to a `YYYY-MM-DD` day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

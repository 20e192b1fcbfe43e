/** Days are `YYYY-MM-DD` and times `HH:MM`, as clocks show them in a time zone such as `Europe/Paris`. */

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

/** What calendar and clock show at an instant (milliseconds since 1970). */
export function localTimeAt(instant: number, timeZone: string): LocalTime {
  const part = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** The day at an instant. */
export const dayAt = (instant: number, timeZone: string): string => localTimeAt(instant, timeZone).day;

/**
 * The instant (milliseconds since 1970) at which a clock in the time zone shows `day` and `time`. A time that the clocks
 * skip in spring is as long after they moved as it seems to be; of one that comes twice in autumn it is the first.
 */
export function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (instant: number) => {
    const shown = localTimeAt(instant, timeZone);
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - Math.floor(instant / 60_000) * 60_000;
  };
  const offsets = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)];
  // By the clocks of the day before, then of the day after: of a time that comes twice the former is the first.
  const candidates = offsets.map((offset) => asUtc - offset);
  const exact = candidates.find((instant) => {
    const shown = localTimeAt(instant, timeZone);
    return shown.day === day && shown.time === time;
  });
  return exact ?? Math.max(...candidates);
}

/** The day `days` after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

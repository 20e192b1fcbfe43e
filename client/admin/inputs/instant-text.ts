import { findClockChange, localTimeToEpochMs, toLocalTime } from '#shared/places/local-time.ts';

/** The value of the browser's input for a day and a time, such as `2027-01-01T08:00`. */
type LocalText = string;

/**
 * Years have exactly four digits: while a year is being typed, browsers also return longer ones, which count as
 * incomplete.
 */
const localPattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

function parseLocalText(text: LocalText): { day: string; time: string } | null {
  const [, day, time] = localPattern.exec(text) ?? [];
  return day && time ? { day, time } : null;
}

/** Converts an instant in ISO 8601 to the text of an input in the estate's time zone. */
export function formatInstantForInput(instant: string, timeZone: string): LocalText {
  const { day, time } = toLocalTime(Date.parse(instant), timeZone);
  return `${day}T${time}`;
}

/** Converts the text of an input in the estate's time zone to an instant in ISO 8601; null if it is incomplete. */
export function parseInstantInput(text: LocalText, timeZone: string): string | null {
  const local = parseLocalText(text);
  return local && new Date(localTimeToEpochMs(local.day, local.time, timeZone)).toISOString();
}

/**
 * The note that a local time needs when the clocks change: it does not exist and a later one is meant, or it occurs
 * twice and the first or the second one is meant. Null for all other times.
 */
type ClockChangeNote = { key: 'skipped' | 'first' | 'second'; time: string } | null;

/**
 * Describes how a change of the clocks affects a local time.
 * @param instant the instant in ISO 8601 that the text stands for
 */
export function findClockChangeNote(text: LocalText, instant: string, timeZone: string): ClockChangeNote {
  const local = parseLocalText(text);
  const change = local && findClockChange(local.day, local.time, timeZone);
  if (!local || !change) return null;
  const meant = Date.parse(instant);
  if (change === 'skipped') return { key: 'skipped', time: toLocalTime(meant, timeZone).time };
  const isFirst = Math.floor(meant / 60_000) * 60_000 === localTimeToEpochMs(local.day, local.time, timeZone);
  return { key: isFirst ? 'first' : 'second', time: local.time };
}

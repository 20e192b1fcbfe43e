import ical, { ICalEventStatus } from 'ical-generator';

export interface CalendarEvent {
  /**
   * Identifies the event in calendar programs, so that a second import updates the event instead of adding it again.
   */
  uid: string;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  location: string;
  url: string;
  isCancelled: boolean;
  updatedAt: Date;
}

/** RFC 5545 limits SEQUENCE to 31 bits. Seconds since this date fit until 2094. */
const sequenceEpochMs = Date.UTC(2026, 0, 1);

/** Returns the revision of an event, which rises with each change, so that calendar programs replace older copies. */
const toSequence = (updatedAt: Date): number =>
  Math.max(0, Math.floor((updatedAt.getTime() - sequenceEpochMs) / 1_000));

/** Removes control characters, which iCalendar does not allow in a text, but keeps line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar does not allow these characters
const toText = (text: string): string => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '');

/**
 * Escapes the name of a calendar, which the library writes unescaped, so that the name cannot add lines to the file.
 */
const escapeName = (name: string): string =>
  toText(name)
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\;,]/g, '\\$&');

/** Returns events in the iCalendar format (RFC 5545), with times in UTC. */
export function buildICalendarOfEvents(name: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({ name: escapeName(name), prodId: { company: 'Cuvée', product: 'events' } });
  for (const { uid, startsAt, endsAt, isCancelled, updatedAt, url, ...texts } of events)
    calendar.createEvent({
      summary: toText(texts.summary),
      description: toText(texts.description),
      location: toText(texts.location),
      url,
      id: uid,
      start: startsAt,
      end: endsAt,
      stamp: updatedAt,
      lastModified: updatedAt,
      sequence: toSequence(updatedAt),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  return calendar.toString();
}

export const calendarContentType = 'text/calendar; charset=utf-8';

/** Creates the UID of a slot. RFC 5545 requires UIDs to be globally unique, so it contains the host. */
export const createSlotUid = (slotId: number, host: string): string => `slot-${slotId}@${host}`;

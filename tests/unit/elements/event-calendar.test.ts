import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { buildICalendarOfEvents, type CalendarEvent, createSlotUid } from '#server/event-calendar.ts';
import { createElementCalendar } from '#server/storefront/discovery/element-calendar.ts';
import { renderFeed } from '#server/storefront/discovery/feed.ts';
import { elementContentType } from '#shared/elements/element-content-type.ts';
import { ApiReadError, type ApiReader } from '#shared/rendering.ts';
import { createSamplePageEntry, createSampleRead, sampleSite } from '#tests/support/fixtures/sample-site.ts';

const element = {
  id: 3,
  route: 'events',
  slug: 'soiree',
  title: 'Soirée; au chai',
  summary: 'Cinq vins, une table',
  place: 'Au chai',
  placeAddress: '',
  status: 'CANCELLED',
  publishedAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-02T08:00:00.000Z',
  slots: [{ id: 7, startsAt: '2027-05-15T12:30:00.000Z', endsAt: '2027-05-15T14:30:00.000Z' }],
};
const entry = { ...createSamplePageEntry(2, 'agenda', 'ELEMENTS'), elementRoute: 'events' };
const read = createSampleRead({
  'GET /page/tree': { pages: [entry] },
  'GET /element/{route}/{id}': { element },
  'GET /element/{route}': { items: [element], total: 1 },
});

it('the calendar file of an element has its dates in UTC, its page and its state', async () => {
  const text = await createElementCalendar({ route: 'events', file: '3.ics' }, sampleSite, read);
  for (const line of [
    'BEGIN:VCALENDAR',
    'UID:slot-7@clos.example',
    'DTSTART:20270515T123000Z',
    'DTEND:20270515T143000Z',
    'STATUS:CANCELLED',
    'URL;VALUE=URI:https://clos.example/agenda/soiree/3',
  ])
    expect(text).toContain(`${line}\r\n`);
  expect(text).toContain('SUMMARY:Soirée\\; au chai');
});

it.each([
  { route: 'events', file: '3' },
  { route: 'events', file: '0.ics' },
  { route: 'events', file: 'x.ics' },
  { route: 'pitches', file: '3.ics' },
])('createElementCalendar rejects the calendar %o with 404', async (params) => {
  await expect(createElementCalendar(params, sampleSite, read)).rejects.toMatchObject({ status: 404 });
});

it('the feed lists the elements of the first list of the page tree', async () => {
  const feed = await renderFeed(elementContentType, sampleSite, read);
  expect(feed).toContain('<id>https://clos.example/agenda/soiree/3</id>');
  const none = createSampleRead({ 'GET /page/tree': { pages: [] } });
  await expect(renderFeed(elementContentType, sampleSite, none)).rejects.toEqual(
    new ApiReadError(404, 'the site has no page of kind ELEMENTS'),
  );
});

it('every list of the page tree has its own feed', async () => {
  const tours = { ...createSamplePageEntry(4, 'visites', 'ELEMENTS'), elementRoute: 'tours' };
  const items = { events: [element], tours: [{ ...element, id: 9, slug: 'chai', title: 'Le chai' }] };
  const both = (async (name: string, { params }: { params?: { route: 'events' | 'tours' } } = {}) =>
    name === 'GET /page/tree'
      ? { pages: [entry, tours] }
      : { items: params ? items[params.route] : [], total: 1 }) as unknown as ApiReader;
  const feed = await renderFeed(elementContentType, sampleSite, both, 'tours');
  expect(feed).toContain(
    '<link rel="self" type="application/atom+xml" href="https://clos.example/calendar/tours/feed.xml"/>',
  );
  expect(feed).toContain('<link rel="alternate" type="text/html" href="https://clos.example/visites"/>');
  expect(feed).toContain('<id>https://clos.example/visites/chai/9</id>');
  expect(feed).not.toContain('/agenda');
  const first = await renderFeed(elementContentType, sampleSite, both);
  expect(first).toContain('href="https://clos.example/events.xml"');
  expect(first).not.toContain('/visites');
  await expect(renderFeed(elementContentType, sampleSite, both, 'pitches')).rejects.toMatchObject({ status: 404 });
});

const event: CalendarEvent = {
  uid: createSlotUid(7, 'clos.example'),
  startsAt: new Date('2027-05-15T12:30:00Z'),
  endsAt: new Date('2027-05-15T14:30:00Z'),
  summary: 'Soirée',
  description: '',
  location: 'Au chai',
  url: 'https://clos.example/agenda/soiree/3',
  isCancelled: false,
  updatedAt: new Date('2026-10-02T08:00:00Z'),
};

/** Parses the calendar of one event with an independent implementation of RFC 5545. */
function parseEvent(change: Partial<CalendarEvent> = {}): ICAL.Event {
  const calendar = new ICAL.Component(ICAL.parse(buildICalendarOfEvents('Clos', [{ ...event, ...change }])));
  const [component] = calendar.getAllSubcomponents('vevent');
  if (!component) throw new Error('the calendar has no event');
  return new ICAL.Event(component);
}

describe('an independent parser', () => {
  it.each([
    ['in summer', '2027-07-15T12:30:00.000Z'],
    ['in winter', '2027-01-15T12:30:00.000Z'],
    ['in the hour before the clocks go back', '2027-10-31T00:30:00.000Z'],
    ['in the hour after the clocks went back', '2027-10-31T01:30:00.000Z'],
    ['at midnight of the estate', '2027-06-30T22:00:00.000Z'],
  ])('reads the instant of a date %s, as a time and not as a whole day', (_, startsAt) => {
    const endsAt = new Date(Date.parse(startsAt) + 7_200_000);
    const { startDate, endDate } = parseEvent({ startsAt: new Date(startsAt), endsAt });
    expect(startDate.toJSDate().toISOString()).toBe(startsAt);
    expect(endDate.toJSDate()).toEqual(endsAt);
    expect([startDate.isDate, startDate.zone.tzid]).toEqual([false, 'UTC']);
  });

  it('reads texts with commas, semicolons, backslashes, line breaks and injected lines unchanged', () => {
    const summary = 'Dîner, vins ; « L’Estran » \\ 🍷';
    const description = 'Ligne 1\nLigne 2\nEND:VEVENT\nBEGIN:VALARM';
    const read = parseEvent({ summary, description });
    expect([read.summary, read.description, read.location]).toEqual([summary, description, 'Au chai']);
    expect(read.component.getAllSubcomponents()).toEqual([]);
  });

  it('unfolds lines of at most 75 octets, also where they contain characters of several octets', () => {
    const description = `${'é'.repeat(200)}${'🍷'.repeat(80)}${'€, '.repeat(60)}.`;
    const text = buildICalendarOfEvents('Clos', [{ ...event, description }]);
    const maxOctets = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(maxOctets).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(parseEvent({ description }).description).toBe(description);
  });

  it('reads the same UID and a higher SEQUENCE after a change', () => {
    const [first, second] = [
      parseEvent(),
      parseEvent({ updatedAt: new Date('2026-10-02T08:00:01Z'), isCancelled: true }),
    ];
    expect([first.uid, second.uid]).toEqual(['slot-7@clos.example', 'slot-7@clos.example']);
    expect(second.sequence - first.sequence).toBe(1);
    expect([first, second].map((one) => one.component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'CANCELLED',
    ]);
    const ofOldElement = parseEvent({ updatedAt: new Date('2020-01-01T00:00:00Z') });
    expect(ofOldElement.sequence).toBe(0);
  });

  it('finds the properties that RFC 5545 requires in each file', () => {
    const calendar = new ICAL.Component(
      ICAL.parse(buildICalendarOfEvents('Clos', [event, { ...event, uid: 'slot-8@x' }])),
    );
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
    const events = calendar.getAllSubcomponents('vevent');
    expect(events.map((one) => one.getFirstPropertyValue('uid'))).toEqual(['slot-7@clos.example', 'slot-8@x']);
    for (const one of events) expect(one.getFirstPropertyValue('dtstamp')).toBeTruthy();
  });
});

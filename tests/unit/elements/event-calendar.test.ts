import { expect, it } from 'vitest';
import { renderContentFeed } from '#server/storefront/discovery/content-feed.ts';
import { writeElementCalendar } from '#server/storefront/discovery/element-calendar.ts';
import { elementFeed, elementFeedSource } from '#server/storefront/discovery/element-feed.ts';
import { ApiReadError } from '#shared/rendering.ts';
import { createSamplePageEntry, createSampleRead, sampleSite } from '../ssr/sample-site.ts';

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
  const text = await writeElementCalendar({ route: 'events', file: '3.ics' }, sampleSite, read);
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
])('rejects the calendar %o with 404', async (params) => {
  await expect(writeElementCalendar(params, sampleSite, read)).rejects.toMatchObject({ status: 404 });
});

it('the feed lists the elements of the first list of the page tree', async () => {
  const feed = await renderContentFeed(elementFeedSource, elementFeed, sampleSite, read);
  expect(feed).toContain('<id>https://clos.example/agenda/soiree/3</id>');
  const none = createSampleRead({ 'GET /page/tree': { pages: [] } });
  await expect(renderContentFeed(elementFeedSource, elementFeed, sampleSite, none)).rejects.toEqual(
    new ApiReadError(404, 'the site has no page of kind ELEMENTS'),
  );
});

import { buildICalendarOfEvents, createSlotUid } from '#server/event-calendar.ts';
import { buildItemPath, contentTypePages, findContentListPageEntries } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { ApiReadError, type ApiReader, type SiteInLanguage } from '#shared/rendering.ts';
import { readPageEntriesWithPaths } from './feed.ts';

/** @throws ApiReadError 404 if there is no such element, or no page lists it. */
export async function createElementCalendar(
  { route, file }: { route: string; file: string },
  site: SiteInLanguage,
  read: ApiReader,
): Promise<string> {
  const id = parseId(/^(\d+)\.ics$/.exec(file)?.[1]);
  const lists = findContentListPageEntries(await readPageEntriesWithPaths(read), contentTypePages.elements);
  const list = lists.find(({ elementRoute }) => elementRoute === route);
  if (id === null || !list) throw new ApiReadError(404, 'no such calendar');
  const { element } = await read('GET /element/{route}/{id}', { params: { route, id } });
  const { title, summary, place, placeAddress, status, updatedAt } = element;
  const url = site.origin + encodeURI(buildItemPath(list.path, element));
  const events = element.slots.map(({ id: slotId, startsAt, endsAt }) => ({
    uid: createSlotUid(slotId, new URL(site.origin).hostname),
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: `${title} – ${site.name}`,
    description: summary,
    location: [place, placeAddress].filter(Boolean).join(', '),
    url,
    isCancelled: status === 'CANCELLED',
    updatedAt: new Date(updatedAt),
  }));
  return buildICalendarOfEvents(`${title} – ${site.name}`, events);
}

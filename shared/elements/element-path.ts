import type { ElementSummary } from './elements-contract.ts';

/** `/evenements/nuit-du-chai/3`, below the page that lists the elements. */
export const buildElementPath = (list: string, { slug, id }: Pick<ElementSummary, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

/** URL path of the calendar file with the dates of an element. */
export const buildElementCalendarPath = ({ route, id }: Pick<ElementSummary, 'route' | 'id'>): string =>
  `/calendar/${route}/${id}.ics`;

/** URL path of the Atom feed of the elements. */
export const elementFeedPath = '/events.xml';

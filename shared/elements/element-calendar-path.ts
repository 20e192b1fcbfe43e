import type { ElementSummary } from './elements-contract.ts';

/** URL path of the calendar file with the dates of an element. */
export const buildElementCalendarPath = ({ route, id }: Pick<ElementSummary, 'route' | 'id'>): string =>
  `/calendar/${route}/${id}.ics`;

import type { ElementSummary } from './elements-contract.ts';

export const buildElementCalendarPath = ({ route, id }: Pick<ElementSummary, 'route' | 'id'>): string =>
  `/calendar/${route}/${id}.ics`;

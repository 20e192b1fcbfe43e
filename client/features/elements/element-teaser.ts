import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import type { ElementSummary } from '#shared/elements/elements-contract.ts';

export interface ElementTeaser
  extends Pick<
    ElementSummary,
    'title' | 'summary' | 'startsAt' | 'endsAt' | 'upcomingDates' | 'isPast' | 'status' | 'place' | 'pricePerPerson'
  > {
  href: string;
  picture: PictureData | null;
}

export const toElementTeaser = (item: ElementSummary, list: string): ElementTeaser => ({
  href: buildItemPath(list, item),
  title: item.title,
  summary: item.summary,
  startsAt: item.startsAt,
  endsAt: item.endsAt,
  upcomingDates: item.upcomingDates,
  isPast: item.isPast,
  status: item.status,
  place: item.place,
  pricePerPerson: item.pricePerPerson,
  picture: item.image && toPictureData(item.image),
});

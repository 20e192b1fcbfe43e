import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import type { ElementDetail, ElementSummary } from '#shared/elements/elements-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';

export interface ElementTeaser
  extends Pick<
    ElementSummary,
    'title' | 'summary' | 'startsAt' | 'endsAt' | 'upcomingDates' | 'isPast' | 'status' | 'place' | 'pricePerPerson'
  > {
  href: string;
  picture: PictureData | null;
}

export interface ElementPageData
  extends Omit<ElementDetail, 'image' | 'images' | 'publishedAt' | 'updatedAt' | 'slug'> {
  path: string;
  picture: PictureData | null;
  pictures: PictureData[];
  crumbs: BreadcrumbItem[];
  list: string;
  others: ElementTeaser[];
  /** The result that the server adds to the response to a registration that was sent without scripts. */
  sent?: FormSubmissionResult;
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

import type { LoaderArgs } from '#client/core/page-module.ts';
import { type ClientPageEntry, flattenPageTree } from '#client/core/site-shell.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildElementPath } from '#shared/elements/element-path.ts';
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
  href: buildElementPath(list, item),
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

/** Finds the page that lists the elements of an item's page, by the URL. */
export function findElementList({ shell, url }: Pick<LoaderArgs, 'shell' | 'url'>): ClientPageEntry | undefined {
  const list = url.pathname.split('/').slice(0, -2).join('/');
  return flattenPageTree(shell.pages).find(({ path, type }) => type === 'ELEMENTS' && path === list);
}

import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import type { ServiceItem } from '#shared/services/services-contract.ts';

export interface ServiceTeaser extends Pick<ServiceItem, 'title' | 'summary' | 'membersOnly' | 'price'> {
  href: string;
  picture: PictureData | null;
}

export const toServiceTeaser = (service: ServiceItem, list: string): ServiceTeaser => ({
  href: buildItemPath(list, service),
  title: service.title,
  summary: service.summary,
  membersOnly: service.membersOnly,
  price: service.price,
  picture: service.image && toPictureData(service.image),
});

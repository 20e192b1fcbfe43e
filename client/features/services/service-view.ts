import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { ServiceItem } from '#shared/services/services-contract.ts';

export interface ServiceTeaser extends Pick<ServiceItem, 'title' | 'summary' | 'membersOnly' | 'price'> {
  href: string;
  picture: PictureData | null;
}

/** `/services/visite-privee/2`, below the page that lists the services. */
export const buildServicePath = (list: string, { slug, id }: Pick<ServiceItem, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

export const toServiceTeaser = (service: ServiceItem, list: string): ServiceTeaser => ({
  href: buildServicePath(list, service),
  title: service.title,
  summary: service.summary,
  membersOnly: service.membersOnly,
  price: service.price,
  picture: service.image && toPictureData(service.image),
});

import type { ContentType } from '#shared/content-type.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import type { ApiReaderOf } from '#shared/endpoint.ts';
import { pageSize } from '#shared/limits.ts';
import type { ServiceItem, servicesContract } from './services-contract.ts';

type ServicesRead = ApiReaderOf<typeof servicesContract>;

/** The content type of services. Every page that lists services lists all of them. */
export const serviceContentType: ContentType<ServicesRead, ServiceItem, ServiceItem | undefined> & { feed: null } = {
  ...contentTypePages.services,
  structuredDataType: null,
  feed: null,
  isInSitemap: true,
  readList: async (read, query, { lang } = {}) => {
    const { services, total } = await read('GET /service', { query, ...(lang && { lang }) });
    return { items: services, total };
  },
  // The service is looked for in the list, because visitors cannot read services for members one by one.
  readDetail: async (read, serviceId, scope) => {
    for (let page = 1; ; page++) {
      const { items, total } = await serviceContentType.readList(read, { page, nbItem: pageSize.max }, scope);
      const service = items.find(({ id }) => id === serviceId);
      if (service || items.length === 0 || page * pageSize.max >= total) return service;
    }
  },
};

import type { ContentFeedPaths, ContentType } from '#shared/content-type.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import type { ApiReaderOf } from '#shared/endpoint.ts';
import type { ElementDetail, ElementSummary, elementsContract } from './elements-contract.ts';

type ElementsRead = ApiReaderOf<typeof elementsContract>;

/** The content type of elements, such as events. Each list shows only the items of its route. */
export const elementContentType: ContentType<ElementsRead, ElementSummary, ElementDetail> & { feed: ContentFeedPaths } =
  {
    ...contentTypePages.elements,
    structuredDataType: 'Event',
    feed: { path: '/events.xml', buildListPath: (route) => `/calendar/${route}/feed.xml` },
    isInSitemap: true,
    readList: async (read, query, { lang, route } = {}) =>
      route === undefined
        ? { items: [], total: 0 }
        : read('GET /element/{route}', { params: { route }, query, ...(lang && { lang }) }),
    readDetail: async (read, id, { lang, route = '' } = {}) =>
      (await read('GET /element/{route}/{id}', { params: { route, id }, ...(lang && { lang }) })).element,
  };

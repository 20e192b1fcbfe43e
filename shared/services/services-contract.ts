import { z } from 'zod';
import { contentTypePages } from '#shared/content-type-pages.ts';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { ListFilterTag } from '#shared/list-tags.ts';
import { Image } from '#shared/media/image.ts';

const ServiceItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** The summary in plain text; in a list, empty if the service is for members only. */
  summary: z.string(),
  tags: z.array(z.string()),
  membersOnly: z.boolean(),
  /** The price in euros; null if no price is stated or, in a list, the service is for members only. */
  price: eurosField.nullable(),
  updatedAt: z.string(),
  image: Image.nullable(),
});
export type ServiceItem = z.infer<typeof ServiceItem>;

/** A service with its full text. `html` is sanitised. */
const ServiceDetail = ServiceItem.extend({
  html: z.string(),
  /** True if there are dates to choose, which `GET /calendar/{id}/date/allowed/{month}/{year}?type=service` returns. */
  hasCalendar: z.boolean(),
});
export type ServiceDetail = z.infer<typeof ServiceDetail>;

export const servicesContract = defineContract({
  'GET /service': {
    summary: 'The services of the estate, by tags. Those for members only are listed without detail',
    query: createListQuerySchema({ fields: { tag: 'words' }, orders: [], nbItem: contentTypePages.services.pageSize }),
    data: z.object({
      services: z.array(ServiceItem),
      total: z.int(),
      /** The tags of all services, regardless of the query. */
      tags: z.array(ListFilterTag),
    }),
  },
  'GET /service/{id}': {
    summary: 'One service. A service for members only is refused to visitors',
    access: 'guest',
    params: z.object({ id: IdParam }),
    data: ServiceDetail,
    refusals: { not_found: 404, members_only: 401 },
  },
});

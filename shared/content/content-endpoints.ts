import { z } from 'zod';
import { IdParam } from '../endpoint.ts';
import { createListQuerySchema } from '../list-query.ts';
import { Image } from '../media/image.ts';
import { type StandardContentTypeName, standardContentTypes } from './standard-content-types.ts';

/** An item of a content type, such as a news item, as the lists of the API contain it. */
export const ContentItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** The summary of the item in plain text. */
  summary: z.string(),
  /** The time of publication in ISO 8601, UTC. */
  publishedAt: z.string(),
  updatedAt: z.string(),
  promoted: z.boolean(),
  image: Image.nullable(),
});
export type ContentItem = z.infer<typeof ContentItem>;

/** An item of a content type with its full text. `html` is sanitised. */
export const ContentDetail = ContentItem.extend({ html: z.string(), images: z.array(Image) });
export type ContentDetail = z.infer<typeof ContentDetail>;

const createQuery = (nbItem: number) =>
  createListQuerySchema({
    fields: { promoted: 'boolean', title: 'text', search: 'text', publishedAt: 'date' },
    orders: ['publishedAt', 'title'],
    nbItem,
  });
const params = z.object({ id: IdParam });

type ListData<Key extends string> = z.ZodObject<Record<Key, z.ZodArray<typeof ContentItem>> & { total: z.ZodInt }>;
type DetailData<Key extends string> = z.ZodObject<Record<Key, typeof ContentDetail>>;

type StandardContentTypes = typeof standardContentTypes;

type ListEndpoints = {
  [Name in StandardContentTypeName as `GET ${StandardContentTypes[Name]['path']}`]: {
    summary: string;
    query: ReturnType<typeof createQuery>;
    data: ListData<StandardContentTypes[Name]['key']>;
  };
};

type DetailEndpoints = {
  [Name in StandardContentTypeName as `GET ${StandardContentTypes[Name]['path']}/{id}`]: {
    summary: string;
    params: typeof params;
    data: DetailData<StandardContentTypes[Name]['key']>;
    refusals: { not_found: 404 };
  };
};

/** The calls for the lists and the items of the standard content types, which `content-routes.ts` serves. */
export const standardContentEndpoints = Object.fromEntries(
  Object.entries(standardContentTypes).flatMap(([name, { path, key, pageSize }]) => [
    [
      `GET ${path}`,
      {
        summary: `The items of the content type ${name}, newest first; with \`promoted=true\` those that the home page shows`,
        query: createQuery(pageSize),
        data: z.object({ [key]: z.array(ContentItem), total: z.int() }),
      },
    ],
    [
      `GET ${path}/{id}`,
      {
        summary: `One item of the content type ${name}`,
        params,
        data: z.object({ [key]: ContentDetail }),
        refusals: { not_found: 404 },
      },
    ],
  ]),
) as unknown as ListEndpoints & DetailEndpoints;

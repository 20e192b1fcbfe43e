import { z } from 'zod';
import { contentTypePages } from '../content-type-pages.ts';
import { IdParam } from '../endpoint.ts';
import { createListQuerySchema } from '../list-query.ts';
import { Image } from '../media/image.ts';
import {
  type StandardContentType,
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from './standard-content-types.ts';

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

/** An article with its full text. `html` is sanitised. */
export const ContentDetail = ContentItem.extend({ html: z.string(), images: z.array(Image) });
export type ContentDetail = z.infer<typeof ContentDetail>;

const createQuery = (nbItem: number) =>
  createListQuerySchema({
    fields: { promoted: 'boolean', title: 'text', search: 'text', publishedAt: 'date' },
    orders: ['publishedAt', 'title'],
    nbItem,
  });
const params = z.object({ id: IdParam });

const createListData = (key: string) => z.object({ [key]: z.array(ContentItem), total: z.int() });

const createDetailData = (key: string) => z.object({ [key]: ContentDetail });

const createStandardContentEndpoints = (name: StandardContentTypeName, { key }: StandardContentType) => ({
  list: {
    summary: `The items of the content type ${name}, newest first; with \`promoted=true\` those that the home page shows`,
    query: createQuery(contentTypePages[name].pageSize),
    data: createListData(key),
  },
  detail: {
    summary: `One item of the content type ${name}`,
    params,
    data: createDetailData(key),
    refusals: { not_found: 404 as const },
  },
});

type StandardContentTypeEndpoints = ReturnType<typeof createStandardContentEndpoints>;

/** The calls for the list and the items of each standard content type, which `content-routes.ts` serves. */
export const standardContentEndpointsByType = Object.fromEntries(
  standardContentTypeNames.map((name) => [name, createStandardContentEndpoints(name, standardContentTypes[name])]),
) as Record<StandardContentTypeName, StandardContentTypeEndpoints>;

type StandardContentTypes = typeof standardContentTypes;

type ListData<Key extends string> = z.ZodObject<Record<Key, z.ZodArray<typeof ContentItem>> & { total: z.ZodInt }>;
type DetailData<Key extends string> = z.ZodObject<Record<Key, typeof ContentDetail>>;

type ListEndpoints = {
  [Name in StandardContentTypeName as `GET ${StandardContentTypes[Name]['path']}`]: Omit<
    StandardContentTypeEndpoints['list'],
    'data'
  > & { data: ListData<StandardContentTypes[Name]['key']> };
};

type DetailEndpoints = {
  [Name in StandardContentTypeName as `GET ${StandardContentTypes[Name]['path']}/{id}`]: Omit<
    StandardContentTypeEndpoints['detail'],
    'data'
  > & { data: DetailData<StandardContentTypes[Name]['key']> };
};

/** The calls of `standardContentEndpointsByType` by their names in the contract. */
export const standardContentEndpoints = Object.fromEntries(
  standardContentTypeNames.flatMap((name) => {
    const { list, detail } = standardContentEndpointsByType[name];
    const { path } = standardContentTypes[name];
    return [
      [`GET ${path}`, list],
      [`GET ${path}/{id}`, detail],
    ];
  }),
) as unknown as ListEndpoints & DetailEndpoints;

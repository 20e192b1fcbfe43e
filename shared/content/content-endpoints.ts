import { z } from 'zod';
import { IdParam } from '../endpoint.ts';
import { pageSize } from '../limits.ts';
import { listQuery } from '../list-query.ts';
import { Image } from '../media/image.ts';

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

const query = listQuery({
  fields: { promoted: 'boolean', title: 'text', search: 'text', publishedAt: 'date' },
  orders: ['publishedAt', 'title'],
  nbItem: pageSize.news,
});
const params = z.object({ id: IdParam });

type ListData<Key extends string> = z.ZodObject<Record<Key, z.ZodArray<typeof ContentItem>> & { total: z.ZodInt }>;
type DetailData<Key extends string> = z.ZodObject<Record<Key, typeof ContentDetail>>;

type ContentEndpoints<Path extends `/${string}`, Key extends string> = Record<
  `GET ${Path}`,
  { summary: string; query: typeof query; data: ListData<Key> }
> &
  Record<
    `GET ${Path}/{id}`,
    { summary: string; params: typeof params; data: DetailData<Key>; refusals: { not_found: 404 } }
  >;

/**
 * Declares the calls for the list and the items of a content type, which `content-routes.ts` serves.
 * @param key the field of the response's `data` that contains the items, or the one item
 */
export const defineContentEndpoints = <const Path extends `/${string}`, const Key extends string>(
  path: Path,
  key: Key,
  summaries: { list: string; detail: string },
) =>
  ({
    [`GET ${path}`]: {
      summary: summaries.list,
      query,
      data: z.object({ [key]: z.array(ContentItem), total: z.int() }),
    },
    [`GET ${path}/{id}`]: {
      summary: summaries.detail,
      params,
      data: z.object({ [key]: ContentDetail }),
      refusals: { not_found: 404 },
    },
  }) as unknown as ContentEndpoints<Path, Key>;

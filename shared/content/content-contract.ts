import { z } from 'zod';
import { contract, IdParam } from '../endpoint.ts';
import { pageSize } from '../limits.ts';
import { listQuery } from '../list-query.ts';
import { Image } from '../media/image.ts';

export const NewsItem = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** Plain text. */
  summary: z.string(),
  /** ISO 8601, UTC. */
  publishedAt: z.string(),
  updatedAt: z.string(),
  promoted: z.boolean(),
  image: Image.nullable(),
});
export type NewsItem = z.infer<typeof NewsItem>;

/** `html` is sanitised. */
export const NewsArticle = NewsItem.extend({ html: z.string(), images: z.array(Image) });
export type NewsArticle = z.infer<typeof NewsArticle>;

export const contentContract = contract({
  'GET /news': {
    summary: 'News, newest first; with `promoted=true` those that the home page shows',
    query: listQuery({
      fields: { promoted: 'boolean', title: 'text', publishedAt: 'date' },
      orders: ['publishedAt', 'title'],
      nbItem: pageSize.news,
    }),
    data: z.object({ news: z.array(NewsItem), total: z.int() }),
  },
  'GET /news/{id}': {
    summary: 'One news article',
    params: z.object({ id: IdParam }),
    data: z.object({ news: NewsArticle }),
    refusals: { not_found: 404 },
  },
});
export type ContentContract = typeof contentContract;

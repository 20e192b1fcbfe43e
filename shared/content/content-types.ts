import type { ReadFrom } from '../endpoint.ts';
import type { Lang } from '../languages.ts';
import { pageSize } from '../limits.ts';
import type { PageKind } from '../site/page-kinds.ts';
import type { ContentContract, NewsArticle, NewsItem } from './content-contract.ts';

/** Every function `Read` of the page modules is assignable to it. */
type ContentRead = ReadFrom<ContentContract>;

/** One item of a content type, as lists, sitemap and feed need it. */
export type ContentItem = Pick<NewsItem, 'id' | 'slug' | 'title' | 'summary' | 'publishedAt' | 'updatedAt' | 'image'>;

export type ContentDetail = ContentItem & Pick<NewsArticle, 'html' | 'images'>;

export interface ContentList {
  items: readonly ContentItem[];
  total: number;
}

type ListQuery = { page?: number; nbItem?: number; promoted?: 'true' };

/**
 * Declares a type of content. Routes, URL paths, sitemap, feeds and pages are derived from it; the page modules are
 * registered in `client/app/page-kinds.ts` under `listKind` and `detailKind`.
 */
export interface ContentType<DetailKind extends string = string> {
  /** Kind of the page that lists the items: its place in the page tree is the path of the list. */
  listKind: PageKind;
  /** Kind of an item's own page, at `<list>/<slug>/<id>`. */
  detailKind: DetailKind;
  pageSize: number;
  /** An Atom feed of the latest items; null for none. */
  feed: { path: `/${string}.xml`; maxEntries: number } | null;
  isInSitemap: boolean;
  /** Type of an item in schema.org. */
  structuredDataType: 'NewsArticle' | 'BlogPosting' | 'Article' | 'ImageGallery';
  /** Domain of the texts `content.<texts>.…` on its pages. */
  texts: 'news';
  /** `lang`: another language of the site than the page's own. */
  readList: (read: ContentRead, query: ListQuery, lang?: Lang) => Promise<ContentList>;
  readDetail: (read: ContentRead, id: number, lang?: Lang) => Promise<ContentDetail>;
}

/** Infers the literal type of `detailKind`, so that a missing page module is a type error. */
const contentType = <const DetailKind extends string>(type: ContentType<DetailKind>): ContentType<DetailKind> => type;

export const contentTypes = {
  news: contentType({
    listKind: 'NEWS',
    detailKind: 'NEWS_ARTICLE',
    pageSize: pageSize.news,
    feed: { path: '/feed.xml', maxEntries: 20 },
    isInSitemap: true,
    structuredDataType: 'NewsArticle',
    texts: 'news',
    readList: async (read, query, lang) => {
      const { news, total } = await read('GET /news', { query, ...(lang && { lang }) });
      return { items: news, total };
    },
    readDetail: async (read, id, lang) =>
      (await read('GET /news/{id}', { params: { id }, ...(lang && { lang }) })).news,
  }),
};

type AnyContentType = (typeof contentTypes)[keyof typeof contentTypes];
export type ContentDetailKind = AnyContentType['detailKind'];

export const allContentTypes: readonly AnyContentType[] = Object.values(contentTypes);

/** Route pattern of an item, relative to the path of its list. */
export const detailPattern = '/:slug/:id';

/** `/actualites/vendanges/3` */
export const contentPath = (list: string, { slug, id }: Pick<ContentItem, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

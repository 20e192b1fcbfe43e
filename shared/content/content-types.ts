import type { ApiReaderOf } from '../endpoint.ts';
import type { Lang } from '../languages.ts';
import { pageSize } from '../limits.ts';
import type { PageKind } from '../site/page-kinds.ts';
import type { ContentContract } from './content-contract.ts';
import type * as wire from './content-endpoints.ts';
import { type ContentDetailKind, type ContentTypeName, contentPageKinds } from './content-page-kinds.ts';

/** Every function `ApiReader` of the page modules is assignable to it. */
type ContentRead = ApiReaderOf<ContentContract>;

/** One item of a content type, as lists, sitemap and feed need it. */
export type ContentItem = Pick<
  wire.ContentItem,
  'id' | 'slug' | 'title' | 'summary' | 'publishedAt' | 'updatedAt' | 'image'
>;

export type ContentDetail = ContentItem & Pick<wire.ContentDetail, 'html' | 'images'>;

export interface ContentList {
  items: readonly ContentItem[];
  total: number;
}

type ListQuery = { page?: number; nbItem?: number; promoted?: 'true' };

/**
 * Declares a type of content. Calls of the API, page paths, pages, sitemap, feeds, the folder of its files in a site and
 * the edits of the panel are derived from it. Its tables are registered in `server/api/content/content-tables.ts`.
 */
export interface ContentType {
  listKind: PageKind;
  detailKind: ContentDetailKind;
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

export const contentTypes: Readonly<Record<ContentTypeName, ContentType>> = {
  news: {
    ...contentPageKinds.news,
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
  },
};

export const allContentTypes: readonly ContentType[] = Object.values(contentTypes);

/** `/actualites/vendanges/3` */
export const buildContentPath = (list: string, { slug, id }: Pick<ContentItem, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

/** @returns the content type that a kind of page lists or shows */
export function findContentTypeOfPage(kind: string): ContentType {
  const found = allContentTypes.find(({ listKind, detailKind }) => listKind === kind || detailKind === kind);
  if (!found) throw new Error(`${kind} is a page of no content type`);
  return found;
}

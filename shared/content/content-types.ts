import type { ApiReaderOf } from '../endpoint.ts';
import type { Lang } from '../languages.ts';
import { pageSize } from '../limits.ts';
import type { PageKind } from '../site/page-kinds.ts';
import type { ContentContract } from './content-contract.ts';
import type * as wire from './content-endpoints.ts';
import { type ContentDetailKind, type ContentTypeName, contentPageKinds } from './content-page-kinds.ts';

/** A function that reads content from the API. Every `ApiReader` of the page modules is assignable to it. */
type ContentRead = ApiReaderOf<ContentContract>;

/** The fields of a content item that lists, sitemap and feed need. */
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
 * Describes a content type, such as news. The calls of the API, the pages and their paths, sitemap, feed, the folder of
 * its files in a site's folder and the editing by staff are derived from it. Its tables are registered in
 * `server/api/content/content-tables.ts`.
 */
export interface ContentType {
  listKind: PageKind;
  detailKind: ContentDetailKind;
  pageSize: number;
  /** The Atom feed of the latest items; null for a content type without a feed. */
  feed: { path: `/${string}.xml`; maxEntries: number } | null;
  isInSitemap: boolean;
  /** The schema.org type of an item's structured data. */
  structuredDataType: 'NewsArticle' | 'BlogPosting' | 'Article' | 'ImageGallery';
  /** The part of the text keys `content.<texts>.…` that selects the texts of this type's pages. */
  texts: 'news';
  /** @param lang another language of the site than the page's own */
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

/** Builds the URL path of a content item, such as `/actualites/vendanges/3`. */
export const buildContentPath = (list: string, { slug, id }: Pick<ContentItem, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

/** Finds the content type whose items a kind of page lists or shows. */
export function findContentTypeOfPage(kind: string): ContentType {
  const found = allContentTypes.find(({ listKind, detailKind }) => listKind === kind || detailKind === kind);
  if (!found) throw new Error(`${kind} is a page of no content type`);
  return found;
}

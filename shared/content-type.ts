import type { ContentTypePages } from './content-type-pages.ts';
import type { Lang } from './languages.ts';

export interface ItemPathFields {
  id: number;
  slug: string;
}

interface SitemapItemFields extends ItemPathFields {
  updatedAt: string;
}

export interface FeedItem extends SitemapItemFields {
  title: string;
  summary: string;
  publishedAt: string;
}

export interface ItemsWithTotal<Item> {
  items: readonly Item[];
  total: number;
}

export interface ContentReadOptions {
  /** The language to read in, if it is not the language of the page. */
  lang?: Lang | undefined;
  /**
   * The value of `elementRoute` in the page tree entry of the list, for content types whose items belong to one list.
   */
  route?: string | undefined;
}

export interface ContentFeedPaths {
  /** URL path of the feed of the first list in the page tree. */
  path: `/${string}.xml`;
  /** Builds the URL path of the feed of one list. The path stays the same when the page tree is reordered. */
  buildListPath?: (route: string) => `/${string}.xml`;
}

/**
 * Describes a content type: items that pages of the page tree list, with a page for each item. Routes of the pages,
 * paths, sitemap, feeds and the links between languages are derived from it.
 */
export interface ContentType<
  Read,
  Item extends SitemapItemFields = SitemapItemFields,
  Detail = ItemPathFields | undefined,
> extends ContentTypePages {
  /**
   * The schema.org type of an item's structured data; null if the item's page has no structured data but the
   * breadcrumb.
   */
  structuredDataType: string | null;
  /** The feeds of the content type; null if it has none. */
  feed: ContentFeedPaths | null;
  isInSitemap: boolean;
  readList: (
    read: Read,
    query: { page?: number; nbItem?: number },
    options?: ContentReadOptions,
  ) => Promise<ItemsWithTotal<Item>>;
  /**
   * Reads one item. The promise resolves to undefined, or rejects with an `ApiReadError` of status 404, if there is no
   * such item.
   */
  readDetail: (read: Read, id: number, options?: ContentReadOptions) => Promise<Detail>;
  /** Reads all folders; absent for content types without folders. */
  readFolders?: (read: Read, lang?: Lang) => Promise<ItemPathFields[]>;
}

export interface FeedContentType<Read> extends ContentType<Read, FeedItem> {
  feed: ContentFeedPaths;
}

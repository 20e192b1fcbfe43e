import type { StructuredDataType } from '../content-type.ts';
import { pageSize } from '../limits.ts';
import type { ArticleTypeName } from '../page-kinds-by-content-type.ts';

/** Describes a content type whose items have the fields of `ContentInput` and no others. */
export interface StandardContentType {
  /** URL path of the list in the API. An item is at `<path>/{id}`. */
  path: `/${string}`;
  /** The field of the response's `data` that contains the items, or the one item. */
  key: string;
  /** Name of the resource in the URL path `/admin/<resource>`. */
  resource: string;
  pageSize: number;
  /** URL path of the Atom feed of the latest items; null for a content type without a feed. */
  feedPath: `/${string}.xml` | null;
  /** The schema.org type of an item's structured data. */
  structuredDataType: Exclude<StructuredDataType, 'Event'>;
  /** The part of the text keys `content.<texts>.…` that selects the texts of this type's pages. */
  texts: 'news' | 'blog' | 'albums';
}

/**
 * The content types without additional fields or calls. Contract, routes, pages, sitemap, feed, import, export and the
 * screens of the panel are derived from these records.
 */
export const standardContentTypes = {
  news: {
    path: '/news',
    key: 'news',
    resource: 'news',
    pageSize: pageSize.news,
    feedPath: '/feed.xml',
    structuredDataType: 'NewsArticle',
    texts: 'news',
  },
} as const satisfies Partial<Record<ArticleTypeName, StandardContentType>>;

export type StandardContentTypeName = keyof typeof standardContentTypes;

export const standardContentTypeNames = Object.keys(standardContentTypes) as StandardContentTypeName[];

import type { ArticleTypeName } from '../content-type-pages.ts';

/** The schema.org type of an article's structured data. */
export type ArticleStructuredDataType = 'NewsArticle' | 'BlogPosting' | 'Article' | 'ImageGallery';

/** Describes a content type whose items have the fields of `ContentInput` and no others. */
export interface StandardContentType {
  /** URL path of the list in the API. An item is at `<path>/{id}`. */
  path: `/${string}`;
  /** The field of the response's `data` that contains the items, or the one item. */
  key: string;
  /** Name of the resource in the URL path `/admin/<resource>`. */
  resource: string;
  /** URL path of the Atom feed of the latest items; null for a content type without a feed. */
  feedPath: `/${string}.xml` | null;
  structuredDataType: ArticleStructuredDataType;
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
    feedPath: '/feed.xml',
    structuredDataType: 'NewsArticle',
  },
} as const satisfies Partial<Record<ArticleTypeName, StandardContentType>>;

export type StandardContentTypeName = keyof typeof standardContentTypes;

export const standardContentTypeNames = Object.keys(standardContentTypes) as StandardContentTypeName[];

import { articleTypes } from './content/article-types.ts';
import type { ContentType, FeedContentType } from './content-type.ts';
import { type ContentTypeName, findContentListPageEntries, type PageEntryTarget } from './content-type-pages.ts';
import { elementContentType } from './elements/element-content-type.ts';
import type { ApiReader } from './rendering.ts';
import { serviceContentType } from './services/service-content-type.ts';

type RegisteredContentType = FeedContentType<ApiReader> | (ContentType<ApiReader> & { feed: null });

/** The registry of all content types, which only the server loads. A page imports only its own content type. */
export const contentTypes: Readonly<Record<ContentTypeName, RegisteredContentType>> = {
  ...articleTypes,
  elements: elementContentType,
  services: serviceContentType,
};

export const allContentTypes: readonly RegisteredContentType[] = Object.values(contentTypes);

interface RoutedListPageEntry extends PageEntryTarget {
  elementRoute?: string | undefined;
}

export interface SitePageListingContent {
  type: RegisteredContentType;
  path: string;
  /** The route of the list's items, for content types whose items belong to one list. */
  route: string | undefined;
}

/**
 * Finds the list pages of all content types: first those of content types with one list, in the order of the registry,
 * then those of content types with several lists, in the order of the page tree.
 */
export function findListPages(entries: readonly RoutedListPageEntry[]): SitePageListingContent[] {
  const lists = allContentTypes.flatMap((type) =>
    findContentListPageEntries(entries, type).map((entry) => ({
      position: type.hasSeveralLists ? entries.indexOf(entry) : -1,
      list: { type, path: entry.path, route: entry.elementRoute },
    })),
  );
  return lists.sort((a, b) => a.position - b.position).map(({ list }) => list);
}

import { flattenPageTree, type SiteShell } from '#client/core/site-shell.ts';
import { findContentListPageEntries } from '#shared/content-type-pages.ts';
import { allContentTypes } from '#shared/content-types.ts';

/** A link in the document's `<head>` to an Atom feed. */
export interface FeedLink {
  path: string;
  /** The title of the list in the page's language, because feed readers offer the feeds of a page by their titles. */
  title: string;
}

/** Lists the feeds of a site. Several pages that list the same items have one feed. */
export function listFeedLinks({ pages }: Pick<SiteShell, 'pages'>): FeedLink[] {
  const entries = flattenPageTree(pages);
  return allContentTypes.flatMap((type) => {
    const { feed } = type;
    if (!feed) return [];
    const lists = findContentListPageEntries(entries, type);
    return lists
      .filter((list, index) => lists.findIndex(({ elementRoute }) => elementRoute === list.elementRoute) === index)
      .map(({ elementRoute = '', title }, index) => ({
        // The feed of the first list has a path that is the same on every site.
        path: index === 0 || !feed.buildListPath ? feed.path : feed.buildListPath(elementRoute),
        title,
      }));
  });
}

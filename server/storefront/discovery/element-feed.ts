import { elementFeedPath } from '#shared/elements/element-path.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { FeedSource } from './content-feed.ts';

export const elementFeed = { path: elementFeedPath, maxEntries: 20 } as const;

/** The elements of a site's first list, as `renderContentFeed` reads them. */
export const elementFeedSource: FeedSource = {
  listKind: 'ELEMENTS',
  readList: async (read, { nbItem }) => {
    const { pages } = await read('GET /page/tree');
    const list = listPageEntriesWithPaths(pages).find(({ entry, path }) => entry.type === 'ELEMENTS' && path !== null);
    const route = list?.entry.elementRoute;
    return route ? read('GET /element/{route}', { params: { route }, query: { nbItem } }) : { items: [], total: 0 };
  },
};

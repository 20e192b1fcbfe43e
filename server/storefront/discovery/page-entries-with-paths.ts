import type { ApiReader } from '#shared/rendering.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

/** Lists the entries of a page tree in menu order, with their URL paths, for `findContentListPageEntries`. */
export const flattenPageTreeWithPaths = (pages: readonly PageEntry[]) =>
  listPageEntriesWithPaths(pages).map(({ entry, path }) => ({ ...entry, path }));

export const readPageEntriesWithPaths = async (read: ApiReader) =>
  flattenPageTreeWithPaths((await read('GET /page/tree')).pages);

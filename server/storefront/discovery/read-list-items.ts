import { buildElementPath } from '#shared/elements/element-path.ts';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { readAllListPages } from './read-all.ts';

/** A page below a list of elements or services. */
export interface ListItem {
  /** Identifies the item in all languages. */
  key: string;
  path: string;
  updatedAt: string;
}

/** Reads the elements and services of the lists in a page tree. */
export async function readListItems(read: ApiReader, pages: readonly PageEntry[], lang: Lang): Promise<ListItem[]> {
  const lists = listPageEntriesWithPaths(pages).flatMap(({ entry, path }) => {
    if (path === null) return [];
    if (entry.type === 'SERVICES') return [readServiceItems(read, path, lang)];
    return entry.elementRoute ? [readElementItems(read, entry.elementRoute, path, lang)] : [];
  });
  return (await Promise.all(lists)).flat();
}

async function readElementItems(read: ApiReader, route: string, list: string, lang: Lang): Promise<ListItem[]> {
  const items = await readAllListPages((page) =>
    read('GET /element/{route}', { params: { route }, query: { page, nbItem: pageSize.max }, lang }),
  );
  return items.map((item) => ({
    key: `element ${item.id}`,
    path: buildElementPath(list, item),
    updatedAt: item.updatedAt,
  }));
}

async function readServiceItems(read: ApiReader, list: string, lang: Lang): Promise<ListItem[]> {
  const { services } = await read('GET /service', { query: { nbItem: pageSize.services }, lang });
  return services.map(({ id, slug, updatedAt }) => ({
    key: `service ${id}`,
    path: `${list}/${slug}/${id}`,
    updatedAt,
  }));
}

import { buildFolderPagePath } from '#shared/content/article-types.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { findListPagesOfAllContentTypes, type SitePageListingContent } from '#shared/content-types.ts';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { ApiReader } from '#shared/rendering.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { flattenPageTreeWithPaths } from './page-entries-with-paths.ts';
import { readAllListItems } from './read-all.ts';

/** A page outside the page tree, such as that of a product or of a content type's item. */
export interface SitemapItem {
  /** Identifies the item in all languages. */
  key: string;
  path: string;
  updatedAt?: string;
}

/**
 * Reads the folders and items of the lists in a page tree whose content type is in the sitemap. An item of several
 * lists has the path of the first one, which is the canonical URL of its page.
 */
export async function readSitemapContentItems(
  read: ApiReader,
  pages: readonly PageEntry[],
  lang: Lang,
): Promise<SitemapItem[]> {
  const listPages = findListPagesOfAllContentTypes(flattenPageTreeWithPaths(pages)).filter(
    ({ type }) => type.isInSitemap,
  );
  const found = (await Promise.all(listPages.map((list) => readItemsOfList(read, list, lang)))).flat();
  const known = new Set<string>();
  return found.filter(({ key }) => !known.has(key) && known.add(key));
}

async function readItemsOfList(
  read: ApiReader,
  { type, path, route }: SitePageListingContent,
  lang: Lang,
): Promise<SitemapItem[]> {
  const [folders, items] = await Promise.all([
    type.readFolders?.(read, lang) ?? [],
    readAllListItems((page) => type.readList(read, { page, nbItem: pageSize.max }, { lang, route })),
  ]);
  return [
    ...folders.map((folder) => ({
      key: `${type.folderKind} ${folder.id}`,
      path: buildFolderPagePath(path, folder),
    })),
    ...items.map((item) => ({
      key: `${type.detailKind} ${item.id}`,
      path: buildItemPath(path, item),
      updatedAt: item.updatedAt,
    })),
  ];
}

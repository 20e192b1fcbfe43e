import { isRouteKind, type PageDefinitions, type RouteKind } from '#client/core/page-definition.ts';
import { shopPageKindAt, shopPages } from '#client/core/shop-pages.ts';
import { allContentTypes } from '#shared/content/content-types.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import { pathOfKind, placeEntries } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

interface PageTreeIndex {
  kinds: ReadonlyMap<string, RouteKind>;
  /** Kind of the detail pages by the path of the content type's list. */
  details: ReadonlyMap<string, RouteKind>;
}

export interface PageKindIndex {
  /** Returns the kind of the page at a path. It runs for every request, so it looks paths up in a map. */
  kindAt(pages: readonly PageEntry[], pathname: string): RouteKind;
  /**
   * @returns whether a URL path contains a secret, independently of the site's page tree. Upper case and trailing
   * characters are accepted, because mail programs may alter links while their secret stays valid.
   */
  isSecret(pathname: string): boolean;
}

/** Creates a lookup of page kinds by URL path that does not load their modules. */
export function createPageKindIndex(definitions: PageDefinitions): PageKindIndex {
  const byTree = new WeakMap<readonly PageEntry[], PageTreeIndex>();
  const addressesOf = (pages: readonly PageEntry[]): PageTreeIndex => {
    const cached = byTree.get(pages);
    if (cached) return cached;
    const addresses = readTree(definitions, pages);
    byTree.set(pages, addresses);
    return addresses;
  };
  // Path prefixes of pages whose URL contains a secret, such as `/auth/activate/`.
  const secretFolders = Object.entries(shopPages).flatMap(([path, kind]) =>
    definitions[kind].secret && path.includes('/:') ? [path.slice(0, path.indexOf('/:') + 1)] : [],
  );
  return {
    kindAt(pages, pathname) {
      const shopKind = shopPageKindAt(pathname);
      if (shopKind) return shopKind;
      const { kinds, details } = addressesOf(pages);
      const kind = kinds.get(pathname);
      if (kind) return kind;
      if (pathname.startsWith('/wines/') || pathname.startsWith('/products/')) return 'PRODUCT';
      for (const [list, detailKind] of details) if (pathname.startsWith(`${list}/`)) return detailKind;
      return 'NOT_FOUND';
    },
    isSecret(pathname) {
      const path = pathname.toLowerCase();
      const kind = shopPageKindAt(path);
      if (kind) return definitions[kind].secret === true;
      return secretFolders.some((folder) => path.startsWith(folder));
    },
  };
}

function readTree(definitions: PageDefinitions, pages: readonly PageEntry[]): PageTreeIndex {
  const kinds = new Map<string, RouteKind>(Object.entries(fixedPages));
  for (const { entry, path } of placeEntries(pages)) {
    if (path === null || !isRouteKind(definitions, entry.type)) continue;
    kinds.set(path, entry.type);
  }
  const details = new Map<string, RouteKind>();
  for (const { listKind, detailKind } of allContentTypes) {
    const list = pathOfKind(pages, listKind);
    if (list !== null) details.set(list, detailKind);
  }
  return { kinds, details };
}

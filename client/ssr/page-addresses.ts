import { isRouteKind, type PageDefinitions, type RouteKind } from '#client/core/page-definition.ts';
import { shopKindAt, shopPages } from '#client/core/shop-pages.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import { placeEntries } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

interface TreeAddresses {
  kinds: ReadonlyMap<string, RouteKind>;
  news: string | null;
}

export interface PageAddresses {
  /** The kind of page at a path. It runs for every request, so it looks addresses up instead of matching routes. */
  kindAt(pages: readonly PageEntry[], pathname: string): RouteKind;
  /**
   * Whether an address holds a secret, whatever the site's page tree contains. An address in capitals or with characters
   * behind it counts too: a mail program may have broken the link, and its secret is still valid.
   */
  isSecret(pathname: string): boolean;
}

/** Finds page kinds by path, without loading their modules. */
export function createPageAddresses(definitions: PageDefinitions): PageAddresses {
  const byTree = new WeakMap<readonly PageEntry[], TreeAddresses>();
  const addressesOf = (pages: readonly PageEntry[]): TreeAddresses => {
    const known = byTree.get(pages);
    if (known) return known;
    const addresses = readTree(definitions, pages);
    byTree.set(pages, addresses);
    return addresses;
  };
  // Folders of secret addresses, such as `/auth/activate/`.
  const secretFolders = Object.entries(shopPages).flatMap(([path, kind]) =>
    definitions[kind].secret && path.includes('/:') ? [path.slice(0, path.indexOf('/:') + 1)] : [],
  );
  return {
    kindAt(pages, pathname) {
      const shop = shopKindAt(pathname);
      if (shop) return shop;
      const { kinds, news } = addressesOf(pages);
      const kind = kinds.get(pathname);
      if (kind) return kind;
      if (pathname.startsWith('/wines/') || pathname.startsWith('/products/')) return 'PRODUCT';
      if (news && pathname.startsWith(`${news}/`)) return 'NEWS_ARTICLE';
      return 'NOT_FOUND';
    },
    isSecret(pathname) {
      const path = pathname.toLowerCase();
      const kind = shopKindAt(path);
      if (kind) return definitions[kind].secret === true;
      return secretFolders.some((folder) => path.startsWith(folder));
    },
  };
}

function readTree(definitions: PageDefinitions, pages: readonly PageEntry[]): TreeAddresses {
  const kinds = new Map<string, RouteKind>(Object.entries(fixedPages));
  let news: string | null = null;
  for (const { entry, path } of placeEntries(pages)) {
    if (path === null || !isRouteKind(definitions, entry.type)) continue;
    kinds.set(path, entry.type);
    if (entry.type === 'NEWS') news ??= path;
  }
  return { kinds, news };
}

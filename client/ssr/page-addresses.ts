import { pageDefinitions, type RouteKind } from '#client/app/page-kinds.ts';
import { shopKindAt, shopPages } from '#client/core/shop-pages.ts';
import { allContentTypes } from '#shared/content/content-types.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import { pathOfKind, placeEntries } from '#shared/site/page-tree.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';

interface Addresses {
  kinds: ReadonlyMap<string, RouteKind>;
  /** Path of a content type's list → kind of the pages below it. */
  details: ReadonlyMap<string, RouteKind>;
}

const isRouteKind = (kind: string): kind is RouteKind => Object.hasOwn(pageDefinitions, kind);

const known = new WeakMap<readonly PageEntry[], Addresses>();

function addressesOf(pages: readonly PageEntry[]): Addresses {
  const before = known.get(pages);
  if (before) return before;
  const kinds = new Map<string, RouteKind>(Object.entries(fixedPages));
  for (const { entry, path } of placeEntries(pages)) {
    if (path === null || !isRouteKind(entry.type)) continue;
    kinds.set(path, entry.type);
  }
  const details = new Map<string, RouteKind>();
  for (const { listKind, detailKind } of allContentTypes) {
    const list = pathOfKind(pages, listKind);
    if (list !== null) details.set(list, detailKind);
  }
  const addresses = { kinds, details };
  known.set(pages, addresses);
  return addresses;
}

/**
 * The kind of page at a path, for which nothing need be rendered. It is asked for every request, so it knows the
 * addresses by heart instead of matching routes.
 */
export function kindAt(pages: readonly PageEntry[], pathname: string): RouteKind {
  const shop = shopKindAt(pathname);
  if (shop) return shop;
  const { kinds, details } = addressesOf(pages);
  const kind = kinds.get(pathname);
  if (kind) return kind;
  if (pathname.startsWith('/wines/') || pathname.startsWith('/products/')) return 'PRODUCT';
  for (const [list, kind] of details) if (pathname.startsWith(`${list}/`)) return kind;
  return 'NOT_FOUND';
}

/** Folders of secret addresses, such as `/auth/activate/`. */
const secretFolders = Object.entries(shopPages).flatMap(([path, kind]) =>
  pageDefinitions[kind].secret && path.includes('/:') ? [path.slice(0, path.indexOf('/:') + 1)] : [],
);

/**
 * Whether an address holds a secret, whatever a site's tree has. So is what is not quite such an address, in capitals or
 * with something behind it: a mail program may have broken the link, and the secret is still good.
 */
export function isSecretAddress(pathname: string): boolean {
  const path = pathname.toLowerCase();
  const kind = shopKindAt(path);
  if (kind) return pageDefinitions[kind].secret === true;
  return secretFolders.some((folder) => path.startsWith(folder));
}

import type { ContentDetailKind } from '#shared/content/content-page-kinds.ts';
import type { PageKind } from '#shared/site/page-kinds.ts';
import type { LazyTextDomain } from '#shared/texts.ts';
import type { AnyPageModule } from './page-module.ts';
import type { ShopPageKind } from './shop-pages.ts';

/** Page kinds, including those outside the page tree: detail pages below a list, and the page for unknown URL paths. */
export type RouteKind = PageKind | ShopPageKind | ContentDetailKind | 'PRODUCT' | 'NOT_FOUND';

export interface PageDefinition {
  /** `default` begins with a picture that extends below the header; `page` begins with the breadcrumb. */
  layout: 'default' | 'page';
  /** Path of the module from the repository's root, which is its key in the build manifest. */
  source: string;
  load: () => Promise<AnyPageModule>;
  /** Text domains that are loaded together with the page. */
  texts: readonly LazyTextDomain[];
  /** The URL path contains a secret, so the page is never cached, logged or sent as a referrer. */
  secret?: true;
  /** The server's HTML does not depend on the parameters of the path: all such pages share one cache entry. */
  isPathIndependent?: true;
  /** The page loads from third parties. A navigation to it opens a new document, because the policy belongs to the document. */
  hasOwnPolicy?: true;
}

/** Passed to router, renderer and document by the composition root (`client/app`). */
export type PageDefinitions = Readonly<Record<RouteKind, PageDefinition>>;

/** The modules of the page kinds opened so far; on the server, of all kinds. */
export type PageModulesByKind = Map<RouteKind, AnyPageModule>;

export const isRouteKind = (definitions: PageDefinitions, kind: string): kind is RouteKind =>
  Object.hasOwn(definitions, kind);

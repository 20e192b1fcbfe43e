import type { ContentDetailPageKind, ContentFolderPageKind } from '#shared/content-type-pages.ts';
import type { PageEntryKind } from '#shared/site/page-entry-kinds.ts';
import type { LazyTextDomain } from '#shared/texts.ts';
import type { PageKindOutsideTree } from './fixed-path-pages.ts';
import type { AnyPageModule } from './page-module.ts';

/**
 * Kinds of pages, including those outside the page tree: detail pages below a list, and the page for unknown URL paths.
 */
export type RouteKind =
  | PageEntryKind
  | PageKindOutsideTree
  | ContentDetailPageKind
  | ContentFolderPageKind
  | 'PRODUCT'
  | 'NOT_FOUND';

export interface PageDefinition {
  /** Layout of the page: `default` begins with a picture that extends below the header, `page` with the breadcrumb. */
  layout: 'default' | 'page';
  /** Path of the page module from the repository's root. It is also the module's key in the build manifest. */
  source: string;
  load: () => Promise<AnyPageModule>;
  /** Text domains that are loaded together with the page. */
  texts: readonly LazyTextDomain[];
  /** `true` if the URL path contains a secret. The page is never cached, its URL never logged or sent as a referrer. */
  hasSecret?: true;
  /**
   * `true` if the server's HTML does not depend on the parameters of the path, so that all pages of this kind share one
   * cache entry.
   */
  isPathIndependent?: true;
  /**
   * `true` if the page loads from third parties. A navigation to it loads a new document, because the content security
   * policy of a document cannot be extended.
   */
  hasOwnPolicy?: true;
}

/**
 * Definitions of all kinds of pages. The composition root (`client/app`) passes them to router, renderer and document.
 */
export type PageDefinitions = Readonly<Record<RouteKind, PageDefinition>>;

/**
 * The page modules that have loaded so far, by kind of page. The server loads all page modules before the first render.
 */
export type PageModulesByKind = Map<RouteKind, AnyPageModule>;

export const isRouteKind = (definitions: PageDefinitions, kind: string): kind is RouteKind =>
  Object.hasOwn(definitions, kind);

import type { PageLocation } from './navigation.ts';
import type { PageModulesByKind, RouteKind } from './page-definition.ts';
import type { AnyPageModule } from './page-module.ts';
import type { PageResult } from './page-result.ts';

/**
 * Everything that the document needs to show a page: the URL, the data loaded for it and the component that renders it.
 */
export interface LoadedPage {
  location: PageLocation;
  /** The kind of page; `null` for a failure page, which has no kind. */
  kind: RouteKind | null;
  page: PageResult;
  Page: AnyPageModule['Page'] | undefined;
}

export function createLoadedPage(
  { kind, page }: Pick<LoadedPage, 'kind' | 'page'>,
  { pathname, search, hash }: PageLocation,
  modules: PageModulesByKind,
): LoadedPage {
  return { location: { pathname, search, hash }, kind, page, Page: kind ? modules.get(kind)?.Page : undefined };
}

import type { RouteKind } from '#client/app/page-kinds.ts';
import type { LoadedModules } from '#client/router/routes.ts';
import type { PageLocation } from './navigation.ts';
import type { LoadedPage } from './page-module.ts';
import type { SettledPage } from './settled-page.ts';

/** All that the document shows: an address, what was loaded for it, and the component that shows it. */
export interface PageView {
  location: PageLocation;
  /** `null` for a failure that belongs to no kind. */
  kind: RouteKind | null;
  page: SettledPage;
  Page: LoadedPage['Page'] | undefined;
}

export function pageView(
  { kind, page }: Pick<PageView, 'kind' | 'page'>,
  { pathname, search, hash }: PageLocation,
  modules: LoadedModules,
): PageView {
  return { location: { pathname, search, hash }, kind, page, Page: kind ? modules.get(kind)?.Page : undefined };
}

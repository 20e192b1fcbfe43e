import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { LoaderArgs } from './page-module.ts';
import { findEntriesAlongPath } from './site-shell.ts';

/**
 * Returns the breadcrumb from the top of the page tree to `path`, with the titles of the menu. It does not contain the
 * home page, which `Breadcrumb` adds.
 * @param last title of a page that is not in the page tree, such as a product
 */
export function createBreadcrumb({ shell }: Pick<LoaderArgs, 'shell'>, path: string, last?: string): BreadcrumbItem[] {
  const trail = findEntriesAlongPath(shell.pages, path).map((entry) => ({ title: entry.menuTitle, path: entry.path }));
  return last === undefined ? trail : [...trail, { title: last }];
}

/** Converts a breadcrumb into a schema.org `BreadcrumbList`. */
export function createBreadcrumbJsonLd(
  { site, texts }: Pick<LoaderArgs, 'site' | 'texts'>,
  crumbs: readonly BreadcrumbItem[],
  currentPath: string,
) {
  const all = [{ title: texts.t('site.home'), path: '/' }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all
      .map(({ title, path }, index) => ({ title, path: index === all.length - 1 ? currentPath : path }))
      .filter(({ path }) => path)
      .map(({ title, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: `${site.origin}${path}`,
      })),
  };
}

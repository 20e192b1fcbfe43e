import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { TextKey, Texts } from '#shared/texts.ts';
import type { fixedPathPageKinds } from './fixed-path-pages.ts';
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

const titlesByPathOutsideTree = {
  '/account': 'accounts.account',
  '/auth': 'accounts.auth',
  '/cart': 'cart.title',
} as const satisfies Partial<Record<keyof typeof fixedPathPageKinds, TextKey>>;

/** Returns the breadcrumb of a page below a page outside the page tree, such as the checkout below the cart. */
export const createBreadcrumbOutsideTree = (
  { t }: Pick<Texts, 't'>,
  parentPath: keyof typeof titlesByPathOutsideTree,
  title: string,
): BreadcrumbItem[] => [{ title: t(titlesByPathOutsideTree[parentPath]), path: parentPath }, { title }];

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

import { pathOfKind, type Shell, trailTo } from '#client/core/shell.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';

/** From the top of the page tree down to a list. */
export const listCrumbs = (shell: Shell, path: string): Crumb[] =>
  trailTo(shell.pages, path).map((entry) => ({ title: entry.menuTitle, path: entry.path }));

/** Through the list that a product stands on, to the product. */
export function productCrumbs(shell: Shell, kind: ProductKind, title: string): Crumb[] {
  const list = pathOfKind(shell, kind === 'juice' ? 'GRAPE' : 'WINE');
  return [...(list === null ? [] : listCrumbs(shell, list)), { title }];
}

/** The way to a page, as search engines read it. Steps without a page are left out. */
export function crumbsJsonLd(origin: string, home: string, crumbs: readonly Crumb[], own: string): object {
  const steps = [
    { title: home, path: '/' },
    ...crumbs.map(({ title, path }, index) => ({ title, path: index === crumbs.length - 1 ? own : path })),
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps
      .filter(({ path }) => path)
      .map(({ title, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: origin + path,
      })),
  };
}

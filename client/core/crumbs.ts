import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import type { LoaderArgs } from './page-module.ts';
import { trailTo } from './shell.ts';

/** The way to a page of the tree, in the words of the menu; `last` is added where the page lies below the tree. */
export function crumbsTo({ shell }: Pick<LoaderArgs, 'shell'>, path: string, last?: string): Crumb[] {
  const trail = trailTo(shell.pages, path).map((entry) => ({ title: entry.menuTitle, path: entry.path }));
  return last === undefined ? trail : [...trail, { title: last }];
}

/** The same way for search engines. */
export function breadcrumbList(
  { site, texts }: Pick<LoaderArgs, 'site' | 'texts'>,
  crumbs: readonly Crumb[],
  here: string,
) {
  const all = [{ title: texts.t('site.home'), path: '/' }, ...crumbs];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all
      .map(({ title, path }, index) => ({ title, path: index === all.length - 1 ? here : path }))
      .filter(({ path }) => path)
      .map(({ title, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: `${site.origin}${path}`,
      })),
  };
}

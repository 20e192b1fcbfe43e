import type { LoaderArgs } from '#client/core/page-module.ts';
import { type ClientPageEntry, flattenPageTree, type SiteShell } from '#client/core/site-shell.ts';
import type { ContentType, ItemPathFields } from '#shared/content-type.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import type { Lang } from '#shared/languages.ts';
import { type ApiReader, isApiReadError } from '#shared/rendering.ts';

/**
 * Finds the list whose path the canonical URL of an item begins with. If several lists of the page tree contain the
 * same items, it is the first of them, as in the sitemap.
 */
export const findCanonicalListEntry = <List extends Pick<ClientPageEntry, 'type' | 'elementRoute'>>(
  { pages }: Pick<SiteShell, 'pages'>,
  list: List,
): List | ClientPageEntry =>
  flattenPageTree(pages).find(
    ({ type, elementRoute, path }) => type === list.type && elementRoute === list.elementRoute && path !== null,
  ) ?? list;

/**
 * Returns the URL path of an item in each language. Only the server knows the slugs in other languages. The browser
 * uses the current slug in every language, and the server redirects to the path with the right slug.
 */
export async function loadItemAlternates(
  type: Pick<ContentType<ApiReader>, 'readDetail'>,
  args: Pick<LoaderArgs, 'read' | 'site'>,
  list: Pick<ClientPageEntry, 'path' | 'alternates' | 'elementRoute'>,
  item: ItemPathFields,
  buildPath = buildItemPath,
): Promise<Partial<Record<Lang, string>>> {
  if (!import.meta.env.SSR) {
    const lists = Object.entries(list.alternates ?? {});
    return Object.fromEntries(lists.map(([lang, path]) => [lang, buildPath(path, item)]));
  }
  const { read, site } = args;
  const readTranslation = (lang: Lang) =>
    type.readDetail(read, item.id, { lang, route: list.elementRoute }).catch((error: unknown) => {
      if (isApiReadError(error)) return null;
      throw error;
    });
  const paths = site.alternates.map(async ({ lang }): Promise<[Lang, string][]> => {
    const listPath = lang === site.lang ? list.path : list.alternates?.[lang];
    if (!listPath) return [];
    const shown = lang === site.lang ? item : await readTranslation(lang);
    return shown ? [[lang, buildPath(listPath, shown)]] : [];
  });
  return Object.fromEntries((await Promise.all(paths)).flat());
}

import { createContext, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { addLazyTexts } from '#client/core/dictionaries.ts';
import { isRouteKind, type LoadedModules, type PageDefinitions, type RouteKind } from '#client/core/page-definition.ts';
import type { LoadedPage } from '#client/core/page-module.ts';
import { createFailurePage } from '#client/core/page-result.ts';
import { flattenPageTree, pathOfPageKind, type ShellPageEntry } from '#client/core/shell.ts';
import { shopPages } from '#client/core/shop-pages.ts';
import { allContentTypes, detailPattern } from '#shared/content/content-types.ts';
import type { Read } from '#shared/rendering.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import { runLoader } from './run-loader.ts';

/** Holds the function with which loaders read from the API. The server creates one per request. */
export const readContext = createContext<Read>();

export interface PageHandle {
  /** `null` if this version of the client does not know the kind of the page tree entry. */
  kind: RouteKind | null;
  entry: ShellPageEntry | null;
}

export interface SitePages {
  app: Pick<AppContextValue, 'shell' | 'texts'>;
  definitions: PageDefinitions;
  modules: LoadedModules;
}

/** Creates the routes of a site: its page tree, the pages at fixed paths, and the not-found page for all other paths. */
export function siteRoutes({ app: { shell, texts }, definitions, modules }: SitePages): RouteObject[] {
  const loadModule = async (kind: RouteKind): Promise<LoadedPage> => {
    const cached = modules.get(kind);
    if (cached) return cached;
    const { load, texts: domains } = definitions[kind];
    const [loaded] = await Promise.all([load(), addLazyTexts(texts, domains)]);
    modules.set(kind, loaded);
    return loaded;
  };

  const route = (path: string, kind: RouteKind, entry: ShellPageEntry | null = null): RouteObject => ({
    id: path,
    path,
    handle: { kind, entry } satisfies PageHandle,
    // The loader fetches the page's code, because a lazy route would run its loader again after hydration.
    loader: async ({ request, params, context }: LoaderFunctionArgs) => {
      const { loader } = await loadModule(kind);
      return runLoader(loader, {
        read: context.get(readContext),
        site: shell.site,
        shell,
        texts,
        params,
        url: new URL(request.url),
        entry,
        signal: request.signal,
      });
    },
  });

  const unknownKindRoute = (path: string, entry: ShellPageEntry): RouteObject => ({
    id: path,
    path,
    handle: { kind: null, entry } satisfies PageHandle,
    loader: () => createFailurePage(500, texts.t('site.error.unknown-kind')),
  });

  const pages = new Map<string, RouteObject>();
  for (const entry of flattenPageTree(shell.pages)) {
    if (entry.path === null || pages.has(entry.path) || Object.hasOwn(shopPages, entry.path)) continue;
    const { path, type } = entry;
    pages.set(path, isRouteKind(definitions, type) ? route(path, type, entry) : unknownKindRoute(path, entry));
  }
  for (const [path, kind] of Object.entries(fixedPages)) {
    if (!pages.has(path)) pages.set(path, route(path, kind));
  }

  for (const { path, treePath } of flattenPageTree(shell.pages)) {
    if (path === null || treePath === undefined || pages.has(treePath)) continue;
    pages.set(treePath, { id: treePath, path: treePath, loader: () => redirect(path, 301) });
  }

  const details = allContentTypes.flatMap(({ listKind, detailKind }) => {
    const list = pathOfPageKind(shell, listKind);
    return list === null ? [] : [route(list + detailPattern, detailKind)];
  });
  return [
    ...pages.values(),
    ...Object.entries(shopPages).map(([path, kind]) => route(path, kind)),
    ...details,
    route('/products/:id', 'PRODUCT'),
    route('/products/:slug/:id', 'PRODUCT'),
    route('/wines/:id', 'PRODUCT'),
    route('/wines/:slug/:id', 'PRODUCT'),
    route('/wines/:slug/:id/detail/:idDeclination', 'PRODUCT'),
    route('/wines/:slug/:id/:year', 'PRODUCT'),
    route('*', 'NOT_FOUND'),
  ];
}

import { createContext, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import {
  isRouteKind,
  type PageDefinitions,
  type PageModulesByKind,
  type RouteKind,
} from '#client/core/page-definition.ts';
import { type AnyPageModule, type LoaderArgs, type PageLoader, RedirectError } from '#client/core/page-module.ts';
import { createFailurePage, getFailureMessageOfStatus, type PageResult } from '#client/core/page-result.ts';
import { type ClientPageEntry, flattenPageTree } from '#client/core/site-shell.ts';
import {
  contentDetailRoutePattern,
  contentTypePages,
  findContentListPageEntries,
  folderPageRoutePattern,
} from '#shared/content-type-pages.ts';
import { keepQuery } from '#shared/keep-query.ts';
import { type ApiReader, isApiReadError } from '#shared/rendering.ts';
import { pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { findCaseCorrectedPath } from './find-case-corrected-path.ts';

/** Context with the function that reads from the API for loaders. The server creates one such function per request. */
export const apiReaderContext = createContext<ApiReader>();

export interface RouteHandle {
  /** The kind of the page; `null` if this version of the client does not know the kind of the page tree entry. */
  kind: RouteKind | null;
  entry: ClientPageEntry | null;
}

interface SiteRoutesInput {
  app: Pick<AppContextValue, 'shell' | 'texts'>;
  definitions: PageDefinitions;
  modules: PageModulesByKind;
}

type CreatePageRoute = (path: string, kind: RouteKind, entry?: ClientPageEntry | null) => RouteObject;

/**
 * Handles a page module that could not be loaded. On the server this is a defect. In a browser the connection has
 * failed, or `vite:preloadError` is about to load the document of a new release.
 */
function handleMissingModule(error: unknown): null {
  if (import.meta.env.SSR) throw error;
  return null;
}

/**
 * Runs a page's loader and turns failed reads from the API into failure pages.
 * @throws a redirect as `Response`, or any other error of the loader
 */
export async function runLoaderOrThrowRedirect(loader: PageLoader<unknown>, args: LoaderArgs): Promise<PageResult> {
  try {
    return await loader(args);
  } catch (error) {
    if (error instanceof RedirectError) throw redirect(keepQuery(error.location, args.url.search), error.status);
    if (!isApiReadError(error)) throw error;
    const status = error.status >= 400 ? error.status : 500;
    return createFailurePage(status, getFailureMessageOfStatus(status, args.texts), error.visitorMessage);
  }
}

/** Completes the entries of the page tree in the browser, before its first loader runs. */
async function readEntryTexts(entries: readonly ClientPageEntry[], read: ApiReader): Promise<void> {
  const { pages } = await read('GET /page/tree');
  const flatten = (tree: readonly PageEntry[]): PageEntry[] =>
    tree.flatMap((entry) => [entry, ...flatten(entry.children)]);
  const texts = new Map(flatten(pages).map((entry) => [entry.id, entry]));
  for (const entry of entries) {
    const { title = entry.menuTitle, metaDescription = '' } = texts.get(entry.id) ?? {};
    Object.assign(entry, { title, description: metaDescription });
  }
}

function createPageRouteFactory({ app: { shell, texts }, definitions, modules }: SiteRoutesInput): CreatePageRoute {
  const loadModule = async (kind: RouteKind): Promise<AnyPageModule> => {
    const cached = modules.get(kind);
    if (cached) return cached;
    const { load, texts: domains } = definitions[kind];
    const [loaded] = await Promise.all([load(), loadLazyTexts(texts, domains)]);
    modules.set(kind, loaded);
    return loaded;
  };
  const entries = flattenPageTree(shell.pages);
  const isComplete = () => entries.every(({ title }) => title !== undefined);
  const withTexts =
    (loader: PageLoader<unknown>): PageLoader<unknown> =>
    async (args) => {
      if (!isComplete()) await readEntryTexts(entries, args.read);
      return loader(args);
    };
  return (path, kind, entry = null) => ({
    id: path,
    path,
    caseSensitive: true,
    handle: { kind, entry } satisfies RouteHandle,
    // The loader also loads the page's code, because a lazy route would run its loader again after hydration.
    loader: async ({ request, params, context }: LoaderFunctionArgs) => {
      const module = await loadModule(kind).catch(handleMissingModule);
      if (!module) return createFailurePage(503, getFailureMessageOfStatus(503, texts));
      return runLoaderOrThrowRedirect(import.meta.env.SSR ? module.loader : withTexts(module.loader), {
        kind,
        read: context.get(apiReaderContext),
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
}

/**
 * Creates the routes of the page tree, of the fixed pages that the tree does not contain, and of redirects from paths
 * by position in the tree.
 */
function pageTreeRoutes(
  { app: { shell, texts }, definitions }: SiteRoutesInput,
  pageRoute: CreatePageRoute,
): RouteObject[] {
  const unknownKindRoute = (path: string, entry: ClientPageEntry): RouteObject => ({
    id: path,
    path,
    caseSensitive: true,
    handle: { kind: null, entry } satisfies RouteHandle,
    loader: () => createFailurePage(500, texts.t('site.error.unknown-kind')),
  });
  const routes = new Map<string, RouteObject>();
  for (const entry of flattenPageTree(shell.pages)) {
    if (entry.path === null || routes.has(entry.path) || Object.hasOwn(fixedPathPageKinds, entry.path)) continue;
    const { path, type } = entry;
    routes.set(path, isRouteKind(definitions, type) ? pageRoute(path, type, entry) : unknownKindRoute(path, entry));
  }
  for (const [path, kind] of Object.entries(pageKindsByFixedPath)) {
    if (!routes.has(path)) routes.set(path, pageRoute(path, kind));
  }
  for (const { path, treePath } of flattenPageTree(shell.pages)) {
    if (path === null || treePath === undefined || routes.has(treePath)) continue;
    routes.set(treePath, {
      id: treePath,
      path: treePath,
      caseSensitive: true,
      loader: ({ request }) => redirect(keepQuery(path, new URL(request.url).search), 301),
    });
  }
  return [...routes.values()];
}

/**
 * Creates the routes of a site: its page tree, the pages at fixed paths, the pages of items and products, and the
 * not-found page for all other paths.
 */
export function createSiteRoutes(site: SiteRoutesInput): RouteObject[] {
  const pageRoute = createPageRouteFactory(site);
  const entries = flattenPageTree(site.app.shell.pages);
  const items = Object.values(contentTypePages).flatMap((kinds) =>
    findContentListPageEntries(entries, kinds).flatMap((list) => {
      const detail = pageRoute(list.path + contentDetailRoutePattern, kinds.detailKind, list);
      return 'folderKind' in kinds
        ? [detail, pageRoute(list.path + folderPageRoutePattern, kinds.folderKind, list)]
        : [detail];
    }),
  );
  const routes = [
    ...pageTreeRoutes(site, pageRoute),
    ...Object.entries(fixedPathPageKinds).map(([path, kind]) => pageRoute(path, kind)),
    ...items,
    pageRoute('/products/:id', 'PRODUCT'),
    pageRoute('/products/:slug/:id', 'PRODUCT'),
    pageRoute('/wines/:id', 'PRODUCT'),
    pageRoute('/wines/:slug/:id', 'PRODUCT'),
    pageRoute('/wines/:slug/:id/detail/:idDeclination', 'PRODUCT'),
    pageRoute('/wines/:slug/:id/:year', 'PRODUCT'),
  ];
  return [...routes, redirectOtherCase(pageRoute('*', 'NOT_FOUND'), routes)];
}

/** Redirects spellings of a path in another letter case, because each would be a separate page and cache entry. */
const redirectOtherCase = (notFound: RouteObject, routes: readonly RouteObject[]): RouteObject => ({
  ...notFound,
  loader: async (args: LoaderFunctionArgs, ...rest) => {
    const { pathname, search } = new URL(args.request.url);
    const correctedPath = findCaseCorrectedPath(routes, pathname);
    if (correctedPath !== null) return redirect(correctedPath + search, 301);
    return typeof notFound.loader === 'function' ? notFound.loader(args, ...rest) : null;
  },
});

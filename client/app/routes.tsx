import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { Read } from '#shared/rendering.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import type { AppValue } from './app-context.tsx';
import { Document } from './Document.tsx';
import { CrashPage } from './ErrorPage.tsx';
import { PageBody } from './PageBody.tsx';
import { pageDefinitions, type RouteKind } from './page-kinds.ts';
import type { LoadedPage } from './page-module.ts';
import { failedPage, settlePage } from './settle-page.ts';
import { allEntries, pathOfKind, type ShellEntry } from './shell.ts';

/** How loaders reach the API; the server gives each request its own. */
export const readContext = createContext<Read>();

/** The modules that are already there, which their routes then need not load. */
export type LoadedModules = ReadonlyMap<RouteKind, LoadedPage>;

/** What a route says of itself to layouts and document. */
export interface PageHandle {
  kind: RouteKind | null;
  entry: ShellEntry | null;
}

const isRouteKind = (kind: string): kind is RouteKind => Object.hasOwn(pageDefinitions, kind);

const nothing = () => null;

/**
 * The routes of a site: its page tree, what every site has at fixed paths, and a not-found page for all else. Links are
 * plain `<a href>` and searches plain GET forms: `browser/link-clicks.ts` turns both into navigations.
 */
export function siteRoutes(app: AppValue, loaded: LoadedModules): RouteObject[] {
  const { shell, texts } = app;

  const runs = (module: LoadedPage, entry: ShellEntry | null) => ({
    loader: ({ request, params, context }: LoaderFunctionArgs) =>
      settlePage(module.loader, {
        read: context.get(readContext),
        site: shell.site,
        shell,
        texts,
        params,
        url: new URL(request.url),
        entry,
        signal: request.signal,
      }),
    element: <PageBody Page={module.Page} />,
  });

  const route = (path: string, kind: RouteKind, entry: ShellEntry | null): RouteObject => {
    const module = loaded.get(kind);
    return {
      id: path,
      path,
      handle: { kind, entry } satisfies PageHandle,
      ...(module ? runs(module, entry) : { lazy: async () => runs(await pageDefinitions[kind].load(), entry) }),
    };
  };

  const unknownKind = (path: string, entry: ShellEntry): RouteObject => ({
    id: path,
    path,
    handle: { kind: null, entry } satisfies PageHandle,
    loader: () => failedPage(500, texts.t('site.error.unknown-kind')),
    element: <PageBody Page={nothing} />,
  });

  const pages = new Map<string, RouteObject>();
  for (const entry of allEntries(shell.pages)) {
    if (entry.path === null || pages.has(entry.path)) continue;
    const { path, type } = entry;
    pages.set(path, isRouteKind(type) ? route(path, type, entry) : unknownKind(path, entry));
  }
  for (const [path, kind] of Object.entries(fixedPages)) {
    if (!pages.has(path)) pages.set(path, route(path, kind, null));
  }

  const news = pathOfKind(shell, 'NEWS');
  const below = (path: string, kind: RouteKind) => route(path, kind, null);
  return [
    {
      id: 'document',
      Component: Document,
      children: [
        {
          id: 'page',
          // Below the document, so that a page that breaks keeps title, header and footer.
          ErrorBoundary: CrashPage,
          children: [
            ...pages.values(),
            ...(news ? [below(`${news}/:slug/:id`, 'NEWS_ARTICLE')] : []),
            below('/products/:id', 'PRODUCT'),
            below('/products/:slug/:id', 'PRODUCT'),
            below('/wines/:id', 'PRODUCT'),
            below('/wines/:slug/:id', 'PRODUCT'),
            below('/wines/:slug/:id/detail/:idDeclination', 'PRODUCT'),
            below('/wines/:slug/:id/:year', 'PRODUCT'),
            below('*', 'NOT_FOUND'),
          ],
        },
      ],
    },
  ];
}

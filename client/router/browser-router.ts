import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import type { NavigateOptions, Navigation, PageLocation } from '#client/core/navigation.ts';
import type { RouteKind } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { apiReaderContext, type RouteHandle } from './routes.ts';

type DataRouter = ReturnType<typeof createBrowserRouter>;

export interface ScrollTarget {
  hash: string;
  /** Scroll position to restore; `null` if none is stored, `false` if the position must not change. */
  restoreScrollPosition: number | false | null;
  preventScrollReset: boolean;
}

export interface RouterState {
  /** Key of the entry in the browser's history. */
  key: string;
  location: PageLocation;
  kind: RouteKind | null;
  /** Result of the page's loader; `undefined` if the loader threw an error. */
  page: PageResult | undefined;
  navigation: Pick<Navigation, 'state' | 'location'>;
  scrollTarget: ScrollTarget;
}

export interface BrowserRouter {
  getState(): RouterState;
  /**
   * Calls `listener` on every change of the state.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (state: RouterState) => void): () => void;
  navigate(to: string, options?: NavigateOptions): void;
  /** Runs the loader of the page at `url` without showing it, so that `read` can keep what the page needs. */
  prefetch(url: URL): void;
  /**
   * Records scroll positions by the key of the history entry in `positions`.
   * @returns a function that stops recording
   */
  recordScrollPositions(positions: Record<string, number>): () => void;
  dispose(): void;
}

interface BrowserRouterOptions {
  routes: RouteObject[];
  /** The page that the server rendered. The router uses it instead of running the page's loader again. */
  initialPage: PageResult;
  read: ApiReader;
  /** Reads for `prefetch`; by default as for a navigation. */
  prefetch?: ApiReader;
}

const lastRoute = (routes: RouteObject[], location: { pathname: string }) =>
  matchRoutes(routes, location)?.at(-1)?.route;

/** Finds the kind of the page at a URL path; `null` if its route belongs to no kind of page. */
export const findRouteKindOfPath = (routes: RouteObject[], pathname: string): RouteKind | null =>
  (lastRoute(routes, { pathname })?.handle as RouteHandle | undefined)?.kind ?? null;

function toRouterState({
  location,
  matches,
  loaderData,
  errors,
  navigation,
  ...scroll
}: DataRouter['state']): RouterState {
  const route = matches.at(-1)?.route;
  const handle = route?.handle as RouteHandle | undefined;
  return {
    key: location.key,
    location,
    kind: handle?.kind ?? null,
    page: errors ? undefined : (loaderData[route?.id ?? ''] as PageResult | undefined),
    navigation: { state: navigation.state, location: navigation.location },
    scrollTarget: {
      hash: location.hash,
      restoreScrollPosition: scroll.restoreScrollPosition,
      preventScrollReset: scroll.preventScrollReset,
    },
  };
}

/**
 * Wraps the object that `createBrowserRouter` returns. React Router documents that object as an argument of
 * `RouterProvider` only, so its properties are read in this file alone (docs/decisions/0009).
 */
export function startBrowserRouter({
  routes,
  initialPage,
  read,
  prefetch = read,
}: BrowserRouterOptions): BrowserRouter {
  const createContext = (reader: ApiReader) => new RouterContextProvider(new Map([[apiReaderContext, reader]]));
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: { [lastRoute(routes, window.location)?.id ?? '']: initialPage } },
    getContext: () => createContext(read),
  });
  return {
    getState: () => toRouterState(router.state),
    subscribe: (listener) => router.subscribe((state) => listener(toRouterState(state))),
    navigate: (to, options) => void router.navigate(to, options),
    prefetch: (url) => {
      const match = matchRoutes(routes, url.pathname)?.at(-1);
      const { loader } = match?.route ?? {};
      if (typeof loader !== 'function') return;
      const args = { request: new Request(url), params: match?.params, context: createContext(prefetch) };
      // A failure or a redirect is ignored, because following the link runs the loader again and reports it.
      Promise.resolve(loader(args as never)).catch(() => {});
    },
    recordScrollPositions: (positions) => router.enableScrollRestoration(positions, () => window.scrollY),
    dispose: () => router.dispose(),
  };
}

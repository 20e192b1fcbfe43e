import {
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  UNSAFE_createBrowserHistory,
  UNSAFE_createRouter,
} from 'react-router';
import type { AppValue } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call.ts';
import type { Navigation } from '#client/core/navigation.ts';
import type { LoadedModules, PageDefinitions, RouteKind } from '#client/core/page-definition.ts';
import { failedPage, failureMessage, type PageResult } from '#client/core/page-result.ts';
import { type PageView, pageView } from '#client/core/page-view.ts';
import { toast } from '#client/core/toast.ts';
import { cookieSeconds } from '#shared/limits.ts';
import { reloadForNewCode } from './chunk-failure.ts';
import { runEstateScripts } from './estate-scripts.ts';
import { fadePictures } from './fade-pictures.ts';
import type { HydrationData } from './hydration.ts';
import { followLinks } from './link-clicks.ts';
import { logVisit } from './log-visit.ts';
import { type PageHandle, readContext, siteRoutes } from './routes.ts';
import { keepScrollPositions, settleScroll } from './scroll-positions.ts';
import { revealOnScroll } from './scroll-reveal.ts';

interface RunningApp {
  app: AppValue;
  definitions: PageDefinitions;
  modules: LoadedModules;
  hydration: HydrationData;
}

/** What is to be shown, and what to do once it is. */
export interface Shown {
  view: PageView;
  navigation: Navigation;
  afterwards: () => void;
}

type RouterState = ReturnType<typeof UNSAFE_createRouter>['state'];

/** The page that the router has arrived at. What went wrong outside its loader is a 500 in its place. */
function arrivedView({ location, matches, loaderData, errors }: RouterState, { app, modules }: RunningApp): PageView {
  const route = matches.at(-1)?.route;
  const handle = route?.handle as PageHandle | undefined;
  const loaded = errors ? undefined : (loaderData[route?.id ?? ''] as PageResult | undefined);
  const page = loaded ?? failedPage(500, failureMessage(500, app.texts));
  return pageView({ kind: page.failure ? null : (handle?.kind ?? null), page }, location, modules);
}

const kindOf = (routes: RouteObject[], pathname: string): RouteKind | null =>
  (matchRoutes(routes, pathname)?.at(-1)?.route.handle as PageHandle | undefined)?.kind ?? null;

/** The language of this host, for the browser's own use: nothing on the server reads it. */
function writeLocale(lang: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `locale=${lang}; Max-Age=${cookieSeconds.locale}; Path=/; SameSite=Lax${secure}`;
}

/**
 * Takes over navigation. The router comes without its React part: the document has one page and no nested routes, so
 * that would only be weight. Answers how to stop it.
 */
export function startRouter(running: RunningApp, show: (shown: Shown) => void): () => void {
  const { app, definitions, modules, hydration } = running;
  writeLocale(app.shell.site.lang);
  logVisit();
  const routes = siteRoutes({ app, definitions, modules });
  const router = UNSAFE_createRouter({
    routes,
    history: UNSAFE_createBrowserHistory(),
    hydrationData: { loaderData: { [matchRoutes(routes, window.location)?.at(-1)?.route.id ?? '']: hydration.page } },
    getContext: () => new RouterContextProvider(new Map([[readContext, callApi]])),
  }).initialize();

  // What a document may load was settled with the page that it began with.
  const needsDocument = (to: string): boolean => {
    const kind = kindOf(routes, new URL(to, window.location.href).pathname);
    return kind !== null && kind !== hydration.kind && definitions[kind].imageHosts !== undefined;
  };
  const navigate: Navigation['navigate'] = (to, options) => {
    if (!navigator.onLine) toast(app.texts.t('site.offline'), 'failure');
    else if (!needsDocument(to)) void router.navigate(to, options);
    else if (options?.replace) window.location.replace(to);
    else window.location.assign(to);
  };
  const reveal = revealOnScroll(app.shell.parameters.REPEAT_SCROLL_ANIMATIONS ?? false);
  reveal.look();
  let shownKey = router.state.location.key;
  let view: PageView | undefined;
  const tell = (state: RouterState) => {
    const arrived = state.location.key !== shownKey || view === undefined;
    if (arrived || state.navigation.state === 'idle') view = arrivedView(state, running);
    shownKey = state.location.key;
    show({
      view: view ?? arrivedView(state, running),
      navigation: { state: state.navigation.state, location: state.navigation.location, navigate },
      afterwards: () => {
        if (!arrived) return;
        settleScroll(state);
        reveal.look();
      },
    });
  };

  const onLostCode = () => {
    const { location } = router.state.navigation;
    reloadForNewCode(location ? location.pathname + location.search : window.location.href);
  };
  window.addEventListener('vite:preloadError', onLostCode);
  const stops = [
    keepScrollPositions(router),
    followLinks({ routes, definitions, navigate: (to) => navigate(to) }),
    runEstateScripts(),
    fadePictures(),
    reveal.stop,
    router.subscribe(tell),
    () => window.removeEventListener('vite:preloadError', onLostCode),
    () => router.dispose(),
  ];
  show({ view: arrivedView(router.state, running), navigation: { state: 'idle', navigate }, afterwards: () => {} });
  return () => {
    for (const stop of stops) stop();
  };
}

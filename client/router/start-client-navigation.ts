import { analyticsConsent } from '#client/core/analytics-consent.ts';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { type ApiCallInput, callApi } from '#client/core/call-api.ts';
import { createLoadedPage, type LoadedPage } from '#client/core/loaded-page.ts';
import type { Navigation } from '#client/core/navigation.ts';
import type { PageDefinitions, PageModulesByKind } from '#client/core/page-definition.ts';
import { createFailurePage, getFailureMessageOfStatus } from '#client/core/page-result.ts';
import { showToast } from '#client/core/toast.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { isPathWithoutThirdPartyCode } from '#shared/site/personal-paths.ts';
import { type BrowserRouter, findRouteKindOfPath, type RouterState, startBrowserRouter } from './browser-router.ts';
import { focusHeadingOnArrival, requestHeadingFocusInNextDocument } from './document-arrival.ts';
import { fadeInPictures } from './fade-in-pictures.ts';
import type { HydrationData } from './hydration-data.ts';
import { interceptLinksAndGetForms } from './intercept-links-and-get-forms.ts';
import { loadMenuEntryScriptOnClick } from './menu-scripts.ts';
import { reloadForNewRelease } from './reload-for-new-release.ts';
import { reportAndStripTrafficSource } from './report-and-strip-traffic-source.ts';
import { createSiteRoutes } from './routes.ts';
import { applyScrollTarget, persistScrollPositions } from './scroll-positions.ts';
import { createScrollReveal } from './scroll-reveal.ts';
import { writeLocaleCookie } from './write-locale-cookie.ts';

interface RunningApp {
  app: AppContextValue;
  definitions: PageDefinitions;
  modules: PageModulesByKind;
  hydration: HydrationData;
}

export interface RouterUpdate {
  view: LoadedPage;
  navigation: Navigation;
  /** Called once React has committed the view to the document. */
  onCommit: () => void;
}

/** Creates the view of a router state. An error that the page's loader threw is shown as a page with status 500. */
function toPageView({ location, kind, page }: RouterState, { app, modules }: RunningApp): LoadedPage {
  const result = page ?? createFailurePage(500, getFailureMessageOfStatus(500, app.texts));
  return createLoadedPage({ kind: result.failure ? null : kind, page: result }, location, modules);
}

function createNavigate(
  router: BrowserRouter,
  needsDocument: (pathname: string) => boolean,
  { app }: RunningApp,
): Navigation['navigate'] {
  return (to, options) => {
    if (!navigator.onLine) showToast(app.texts.t('site.offline'), 'failure');
    else if (!needsDocument(new URL(to, window.location.href).pathname)) router.navigate(to, options);
    else {
      requestHeadingFocusInNextDocument();
      if (options?.replace) window.location.replace(to);
      else window.location.assign(to);
    }
  };
}

/** Reports router states as updates of the document. While a page is loading, the previous view stays. */
function followRouter(
  router: BrowserRouter,
  running: RunningApp,
  navigate: Navigation['navigate'],
  onUpdate: (update: RouterUpdate) => void,
): () => void {
  const reveal = createScrollReveal(running.app.shell.parameters.REPEAT_SCROLL_ANIMATIONS ?? false);
  reveal.observe();
  let { key } = router.getState();
  let view = toPageView(router.getState(), running);
  onUpdate({ view, navigation: { state: 'idle', navigate }, onCommit: () => {} });
  const unsubscribe = router.subscribe((state) => {
    const hasArrived = state.key !== key;
    if (hasArrived || state.navigation.state === 'idle') view = toPageView(state, running);
    key = state.key;
    const onCommit = () => {
      if (!hasArrived) return;
      applyScrollTarget(state.scrollTarget);
      reveal.observe();
    };
    onUpdate({ view, navigation: { ...state.navigation, navigate }, onCommit });
  });
  return () => {
    unsubscribe();
    reveal.disconnect();
  };
}

/**
 * Loads the document at `url` if the site is reachable. Otherwise the browser would show its error page, and typed
 * input would be lost.
 */
async function reloadIfReachable(url: string): Promise<void> {
  const isReachable = await fetch(url, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (isReachable) reloadForNewRelease(url);
}

function reloadOnPreloadError(router: BrowserRouter): () => void {
  const onPreloadError = () => {
    const { location } = router.getState().navigation;
    void reloadIfReachable(location ? location.pathname + location.search : window.location.href);
  };
  window.addEventListener('vite:preloadError', onPreloadError);
  return () => window.removeEventListener('vite:preloadError', onPreloadError);
}

/**
 * Creates the reader of the loaders. The loading bar ignores these reads: a failed navigation shows an error page, and
 * some loaders tolerate a failed read. The service that was read last is reused when it is opened again.
 */
function createReader(): ApiReader {
  let lastService: { id: unknown; read: Promise<unknown> } | null = null;
  return (name, input) => {
    const call = () => callApi(name, { ...input, isBackground: true } as ApiCallInput<typeof name>);
    if (name !== 'GET /service/{id}') return call();
    const { id } = (input?.params ?? {}) as { id?: unknown };
    if (lastService !== null && lastService.id === id) return lastService.read as ReturnType<typeof call>;
    const read = call();
    lastService = { id, read };
    read.catch(() => {
      if (lastService?.read === read) lastService = null;
    });
    return read;
  };
}

/**
 * Replaces navigation by the browser with navigation by the client router.
 * @returns a function that restores navigation by the browser
 */
export function startClientNavigation(running: RunningApp, onUpdate: (update: RouterUpdate) => void): () => void {
  const { app, definitions, modules, hydration } = running;
  writeLocaleCookie(app.shell.site.lang);
  reportAndStripTrafficSource();
  focusHeadingOnArrival();
  const routes = createSiteRoutes({ app, definitions, modules });
  const router = startBrowserRouter({ routes, initialPage: hydration.page, read: createReader() });
  // A page with further third-party origins is opened as a new document, because the content security policy applies to
  // the whole document. Once the visitor has allowed analytics services, so is each navigation between personal pages
  // and others, because those services could read the personal pages.
  const isPersonal = isPathWithoutThirdPartyCode(window.location.pathname);
  const needsDocument = (pathname: string): boolean => {
    if (analyticsConsent.isGiven && isPathWithoutThirdPartyCode(pathname) !== isPersonal) return true;
    const kind = findRouteKindOfPath(routes, pathname);
    return kind !== null && kind !== hydration.kind && definitions[kind].hasOwnPolicy === true;
  };
  const navigate = createNavigate(router, needsDocument, running);
  const cleanups = [
    persistScrollPositions(router),
    interceptLinksAndGetForms({ routes, definitions, navigate: (to) => navigate(to) }),
    loadMenuEntryScriptOnClick(),
    fadeInPictures(),
    followRouter(router, running, navigate, onUpdate),
    reloadOnPreloadError(router),
    () => router.dispose(),
  ];
  return () => {
    for (const cleanUp of cleanups) cleanUp();
  };
}

import { analyticsConsent } from '#client/core/analytics-consent.ts';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { type ApiCallInput, callApi } from '#client/core/call-api.ts';
import { createLoadedPage, type LoadedPage } from '#client/core/loaded-page.ts';
import type { Navigation } from '#client/core/navigation.ts';
import type { PageDefinitions, PageModulesByKind } from '#client/core/page-definition.ts';
import { createFailurePage, getFailureMessageOfStatus } from '#client/core/page-result.ts';
import { showToast } from '#client/core/toast.ts';
import type { Lang } from '#shared/languages.ts';
import { ttlSecondsByCookie } from '#shared/limits.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';
import { type BrowserRouter, findRouteKindOfPath, type RouterState, startBrowserRouter } from './browser-router.ts';
import type { HydrationData } from './hydration-data.ts';
import { interceptNavigation } from './intercept-navigation.ts';
import { reloadForNewRelease } from './reload-for-new-release.ts';
import { createSiteRoutes } from './routes.ts';
import { applyScrollTarget, persistScrollPositions } from './scroll-positions.ts';

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

const storageKey = 'cuvee:arrival';

/**
 * Records that a navigation loads a new document. That document then moves the focus to its heading, just as a
 * navigation by the client router moves it to the content.
 */
function requestHeadingFocus(): void {
  try {
    sessionStorage.setItem(storageKey, '1');
  } catch {
    // Session storage is blocked, so the focus begins at the top of the document.
  }
}

/**
 * Moves the focus to the heading of a document that a navigation has loaded, unless the visitor has already moved the
 * focus.
 */
function focusHeadingOnArrival(): void {
  try {
    if (sessionStorage.getItem(storageKey) === null) return;
    sessionStorage.removeItem(storageKey);
  } catch {
    return;
  }
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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
      requestHeadingFocus();
      if (options?.replace) window.location.replace(to);
      else window.location.assign(to);
    }
  };
}

const revealedElements = 'main section';
const keyframes = { opacity: [0, 1], translate: ['0 12px', 'none'] };
const timing = { duration: 220, easing: 'ease-out' };

interface ScrollReveal {
  /** Observes the elements of the current page. It must be called after each navigation. */
  observe(): void;
  disconnect(): void;
}

/**
 * Fades in each element when it is scrolled into view: once, or every time with `shouldRepeat` (parameter
 * REPEAT_SCROLL_ANIMATIONS). Elements that are visible from the start are not animated at first. For visitors who
 * prefer reduced motion, no element is ever animated.
 */
function createScrollReveal(shouldRepeat: boolean): ScrollReveal {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const seen = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const isFirst = !seen.has(target);
      seen.add(target);
      if (!isIntersecting) continue;
      if (!isFirst && !reducedMotion.matches) target.animate(keyframes, timing);
      if (!shouldRepeat) observer.unobserve(target);
    }
  });
  return {
    observe() {
      for (const element of document.querySelectorAll(revealedElements)) {
        if (!seen.has(element)) observer.observe(element);
      }
    },
    disconnect: () => observer.disconnect(),
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

/** Time for which a navigation finds what was prefetched for it. */
const prefetchTtlMs = 10_000;
const maxPrefetchedReads = 60;

/** Creates the reader of prefetches, and the reader of navigations, which uses each prefetched read once. */
function createReaders(): { read: ApiReader; prefetch: ApiReader } {
  const callOrReuse = createReader();
  const prefetched = new Map<string, Promise<unknown>>();
  return {
    read: (name, input) => {
      const key = JSON.stringify([name, input]);
      const known = prefetched.get(key) as ReturnType<typeof callOrReuse<typeof name>> | undefined;
      prefetched.delete(key);
      return known ?? callOrReuse(name, input);
    },
    prefetch: (name, input) => {
      const key = JSON.stringify([name, input]);
      const read = callOrReuse(name, input);
      if (prefetched.size >= maxPrefetchedReads) return read;
      const forget = () => prefetched.get(key) === read && prefetched.delete(key);
      prefetched.set(key, read);
      read.then(() => window.setTimeout(forget, prefetchTtlMs), forget);
      return read;
    },
  };
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
 * Marks each lazily loaded picture once it has loaded, so that style sheets fade the picture in.
 * @returns a function that removes the listener
 */
function fadeInPictures(): () => void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.loading === 'lazy') target.dataset.arrived = '';
  };
  // The listener captures events, because `load` events do not bubble.
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}

/**
 * Runs the script of a menu entry when a visitor clicks the entry. The site serves each script under the SHA-256 of its
 * code.
 * @returns a function that removes the listener
 */
function loadMenuScript(): () => void {
  const run = (event: MouseEvent) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-script]') : null;
    const hash = entry?.dataset.script;
    if (!hash || !/^[0-9a-f]{64}$/.test(hash)) return;
    const script = document.createElement('script');
    script.src = `/scripts/${hash}.js`;
    script.addEventListener('load', () => script.remove());
    document.body.append(script);
  };
  document.addEventListener('click', run);
  return () => document.removeEventListener('click', run);
}

/** Maximum length in characters of the name of a traffic source, as in the API's contract. */
const maxSourceLength = 100;

/**
 * Records that the traffic source was reported today.
 * @returns true if it had already been reported
 */
function wasReportedToday(source: string): boolean {
  const key = `visit-${source}`;
  const day = new Date().toISOString().slice(0, 10);
  try {
    if (localStorage.getItem(key) === day) return true;
    localStorage.setItem(key, day);
  } catch {
    // Local storage is blocked, so the visit may be counted more than once a day.
  }
  return false;
}

/**
 * Reports the traffic source of a visit (`?from=newsletter`) to the API once per browser and day, and removes the
 * parameter from the URL, so that sharing the URL does not count the source again.
 */
function reportTrafficSource(): void {
  const url = new URL(window.location.href);
  const source = url.searchParams.get('from');
  if (source === null) return;
  url.searchParams.delete('from');
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  if (source === '' || source.length > maxSourceLength || wasReportedToday(source)) return;
  // A visit that cannot be reported is not counted. The error is ignored, because counting is best effort.
  callApi('GET /site/visit/{id}', { params: { id: source }, isBackground: true }).catch(() => {});
}

/** Stores the language of this host in a cookie for scripts in the browser. The server does not read this cookie. */
function writeLocaleCookie(lang: Lang): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in all supported browsers
  document.cookie = `locale=${lang}; Max-Age=${ttlSecondsByCookie.locale}; Path=/; SameSite=Lax${secure}`;
}

/**
 * Replaces navigation by the browser with navigation by the client router.
 * @returns a function that restores navigation by the browser
 */
export function startClientNavigation(running: RunningApp, onUpdate: (update: RouterUpdate) => void): () => void {
  const { app, definitions, modules, hydration } = running;
  writeLocaleCookie(app.shell.site.lang);
  reportTrafficSource();
  focusHeadingOnArrival();
  const routes = createSiteRoutes({ app, definitions, modules });
  const router = startBrowserRouter({ routes, initialPage: hydration.page, ...createReaders() });
  // A page with further third-party origins is opened as a new document, because the content security policy applies to
  // the whole document. Once the visitor has allowed analytics services, so is each navigation between personal pages
  // and others, because those services could read the personal pages.
  const isPersonal = isFirstPartyPath(window.location.pathname);
  const needsDocument = (pathname: string): boolean => {
    if (analyticsConsent.isGiven && isFirstPartyPath(pathname) !== isPersonal) return true;
    const kind = findRouteKindOfPath(routes, pathname);
    return kind !== null && kind !== hydration.kind && definitions[kind].hasOwnPolicy === true;
  };
  const navigate = createNavigate(router, needsDocument, running);
  const cleanups = [
    persistScrollPositions(router),
    interceptNavigation({
      routes,
      definitions,
      navigate: (to) => navigate(to),
      prefetch: (url) => needsDocument(url.pathname) || router.prefetch(url),
    }),
    loadMenuScript(),
    fadeInPictures(),
    followRouter(router, running, navigate, onUpdate),
    reloadOnPreloadError(router),
    () => router.dispose(),
  ];
  return () => {
    for (const cleanUp of cleanups) cleanUp();
  };
}

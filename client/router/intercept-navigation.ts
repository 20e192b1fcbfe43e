import { matchRoutes, type RouteObject } from 'react-router';
import type { PageDefinitions } from '#client/core/page-definition.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import type { RouteHandle } from './routes.ts';

type Navigate = (to: string) => void;

/** Matches URL paths of the site that are not pages, such as those of files. */
const nonPageAddress = /^\/(api|assets|file|image|scripts)\/|\.(xml|txt|webmanifest|json)$/;

/** Returns the URL of the page that a link opens, or `null` if the browser must follow the link itself. */
function pageUrlOf(link: HTMLAnchorElement): URL | null {
  const url = new URL(link.href, window.location.href);
  const isOtherResource = url.origin !== window.location.origin || nonPageAddress.test(url.pathname);
  if (isOtherResource || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.dataset.reload !== undefined) return null;
  return url;
}

const linkAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

const relativeAddress = ({ pathname, search, hash }: URL) => pathname + search + hash;

function onClick(event: MouseEvent, navigate: Navigate): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = linkAt(event.target);
  const url = link && pageUrlOf(link);
  if (!url) return;
  const current = new URL(window.location.href);
  // For an anchor of the same page, the browser scrolls without the router.
  if (url.hash && url.pathname === current.pathname && url.search === current.search) return;
  event.preventDefault();
  navigate(relativeAddress(url));
}

/** Navigates to the action of a GET form, with its non-empty fields as the query. */
function onSubmit(event: SubmitEvent, navigate: Navigate): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
  const url = new URL(form.action, window.location.href);
  if (url.origin !== window.location.origin || form.dataset.reload !== undefined) return;
  event.preventDefault();
  url.search = '';
  for (const [name, value] of new FormData(form, event.submitter)) {
    if (typeof value === 'string' && value !== '') url.searchParams.append(name, value);
  }
  navigate(relativeAddress(url));
}

/** Loads the module of the page that the link under the pointer or focus opens. */
function preloadPage(event: Event, routes: RouteObject[], definitions: PageDefinitions): void {
  const link = linkAt(event.target);
  const url = link && pageUrlOf(link);
  const handle = url && (matchRoutes(routes, url.pathname)?.at(-1)?.route.handle as RouteHandle | undefined);
  if (!handle?.kind) return;
  // The error is ignored, because following the link loads the module again and reports a failure.
  definitions[handle.kind].load().catch(() => {});
}

/** Time for which the pointer rests on a link before its page is prefetched. */
const restMs = 80;
/** Maximum number of pages that one document prefetches. */
const maxPrefetches = 30;

/** Reading some pages has an effect or needs a log-in, so they are loaded only when they are opened. */
const isPrefetched = (url: URL, kind: RouteHandle['kind'] | undefined): boolean =>
  kind !== undefined && kind !== null && kind !== 'SERVICE' && url.search === '' && !isPersonalPath(url.pathname);

/**
 * Prefetches the page of a link on which the pointer rests or is pressed, unless the visitor saves data.
 * @returns the listener for `pointerover` and `pointerdown`
 */
function createPrefetch({ routes, prefetch }: Pick<LinkOptions, 'routes' | 'prefetch'>): (event: Event) => void {
  const done = new Set<string>();
  let timer: number | undefined;
  return ({ type, target }) => {
    window.clearTimeout(timer);
    const link = linkAt(target);
    const url = link && pageUrlOf(link);
    const { connection } = navigator as { connection?: Record<string, unknown> };
    if (!url || connection?.saveData || url.pathname === window.location.pathname) return;
    const handle = matchRoutes(routes, url.pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
    if (!isPrefetched(url, handle?.kind) || done.has(url.pathname) || done.size >= maxPrefetches) return;
    const run = () => {
      done.add(url.pathname);
      prefetch(url);
    };
    if (type === 'pointerdown') run();
    else timer = window.setTimeout(run, restMs);
  };
}

interface LinkOptions {
  routes: RouteObject[];
  definitions: PageDefinitions;
  navigate: Navigate;
  prefetch: (url: URL) => unknown;
}

/**
 * Passes clicks on links to pages, and submissions of GET forms, to `navigate` instead of the browser. Loads the module
 * of a page in advance when the pointer or the focus is on a link to it, and its data when the pointer rests there.
 * @returns a function that removes the listeners
 */
export function interceptNavigation({ routes, definitions, navigate, prefetch }: LinkOptions): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('click', (event) => onClick(event, navigate), { signal });
  document.addEventListener('submit', (event) => onSubmit(event, navigate), { signal });
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, (event) => preloadPage(event, routes, definitions), { signal, passive: true });
  }
  const onPointer = createPrefetch({ routes, prefetch });
  for (const name of ['pointerover', 'pointerdown'])
    document.addEventListener(name, onPointer, { signal, passive: true });
  return () => controller.abort();
}

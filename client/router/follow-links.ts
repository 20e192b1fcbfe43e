import { matchRoutes, type RouteObject } from 'react-router';
import type { PageDefinitions } from '#client/core/page-definition.ts';
import type { PageHandle } from './routes.ts';

type Navigate = (to: string) => void;

/** Addresses of this origin that are files or calls, not pages. */
const noPage = /^\/(api|assets|file|image|scripts)\/|\.(xml|txt|webmanifest|json)$/;

/** The page of this site that a link leads to; `null` where the browser should go there by itself. */
function pageOf(link: HTMLAnchorElement): URL | null {
  const url = new URL(link.href, window.location.href);
  const elsewhere = url.origin !== window.location.origin || noPage.test(url.pathname);
  if (elsewhere || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.dataset.reload !== undefined) return null;
  return url;
}

const linkAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

const relative = ({ pathname, search, hash }: URL) => pathname + search + hash;

/** A plain click on a link to a page of this site, without a key that asks for a new tab or a download. */
function onClick(event: MouseEvent, navigate: Navigate): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = linkAt(event.target);
  const url = link && pageOf(link);
  if (!url) return;
  const here = new URL(window.location.href);
  // A place on the same page is the browser's own business.
  if (url.hash && url.pathname === here.pathname && url.search === here.search) return;
  event.preventDefault();
  navigate(relative(url));
}

/** A GET form is a link whose query the reader fills in; what is empty is left out. */
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
  navigate(relative(url));
}

/** Preloads the module of the page that a link under the pointer or focus leads to. */
function preloadPage(event: Event, routes: RouteObject[], definitions: PageDefinitions): void {
  const link = linkAt(event.target);
  const url = link && pageOf(link);
  const handle = url && (matchRoutes(routes, url.pathname)?.at(-1)?.route.handle as PageHandle | undefined);
  if (!handle?.kind) return;
  // A failure is reported when the link is followed and the module is loaded again.
  definitions[handle.kind].load().catch(() => {});
}

interface LinkOptions {
  routes: RouteObject[];
  definitions: PageDefinitions;
  navigate: Navigate;
}

/**
 * Turns links and GET forms into navigations within the document.
 * @returns removes the listeners.
 */
export function followLinks({ routes, definitions, navigate }: LinkOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('click', (event) => onClick(event, navigate), { signal });
  document.addEventListener('submit', (event) => onSubmit(event, navigate), { signal });
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, (event) => preloadPage(event, routes, definitions), { signal, passive: true });
  }
  return () => stop.abort();
}

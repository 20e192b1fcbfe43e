import type { BrowserRouter, ScrollTarget } from './browser-router.ts';

const storageKey = 'cuvee:scroll';

function readStoredPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function storePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Session storage may be blocked. The router then restores only scroll positions of the current document.
  }
}

/**
 * Records the scroll position of every history entry in session storage, so that it survives a reload.
 * @returns a function that stops recording
 */
export function persistScrollPositions(router: BrowserRouter): () => void {
  const positions = readStoredPositions();
  const stopRecording = router.recordScrollPositions(positions);
  const onPageHide = () => {
    positions[router.getState().key] = window.scrollY;
    storePositions(positions);
    window.history.scrollRestoration = 'auto';
  };
  const onPageShow = () => {
    window.history.scrollRestoration = 'manual';
  };
  onPageShow();
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    stopRecording();
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * Scrolls to the stored position, otherwise to the element that the URL's hash names, otherwise to the top unless
 * `preventScrollReset` is set.
 */
export function applyScrollTarget({ hash, restoreScrollPosition, preventScrollReset }: ScrollTarget): void {
  if (restoreScrollPosition === false) return;
  if (typeof restoreScrollPosition === 'number') {
    window.scrollTo(0, restoreScrollPosition);
    return;
  }
  const element = hash && document.getElementById(decodeHash(hash));
  if (element) element.scrollIntoView();
  else if (!preventScrollReset) window.scrollTo(0, 0);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

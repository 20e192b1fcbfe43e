import type { UNSAFE_createRouter } from 'react-router';

type Router = ReturnType<typeof UNSAFE_createRouter>;
type Shown = Pick<Router['state'], 'location' | 'restoreScrollPosition' | 'preventScrollReset'>;

const storageKey = 'cuvee:scroll';

function remembered(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Keeps where each entry of the history was scrolled to, also over a reload. Answers how to stop it. */
export function keepScrollPositions(router: Router): () => void {
  const positions = remembered();
  const forget = router.enableScrollRestoration(positions, () => window.scrollY);
  const leave = () => {
    positions[router.state.location.key] = window.scrollY;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
    } catch {
      // Storage is refused: the browser's own memory has to do.
    }
    window.history.scrollRestoration = 'auto';
  };
  const enter = () => {
    window.history.scrollRestoration = 'manual';
  };
  enter();
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', enter);
  return () => {
    forget();
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', enter);
  };
}

/** Scrolls to where a page that has just been shown was left, to the place that its address names, or to its top. */
export function settleScroll({ location, restoreScrollPosition, preventScrollReset }: Shown): void {
  if (restoreScrollPosition === false) return;
  if (typeof restoreScrollPosition === 'number') {
    window.scrollTo(0, restoreScrollPosition);
    return;
  }
  const target = location.hash && document.getElementById(decodeFragment(location.hash));
  if (target) target.scrollIntoView();
  else if (!preventScrollReset) window.scrollTo(0, 0);
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

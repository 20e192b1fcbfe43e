import { useEffect, useState } from 'react';

/**
 * Scroll positions in pixels at which the header becomes compact or large. The two positions differ, so that the change
 * of the header's height cannot toggle the header again.
 */
const shrinkBelow = 160;
const growAbove = 40;

/**
 * Returns true if the page is scrolled down far enough for the compact header. A header that scrolls away is never
 * compact.
 */
export function useIsHeaderCompact(isFixed: boolean): boolean {
  const [isShrunk, setShrunk] = useState(false);
  useEffect(() => {
    if (!isFixed) return;
    const update = () => setShrunk((wasShrunk) => window.scrollY > (wasShrunk ? growAbove : shrinkBelow));
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [isFixed]);
  return isShrunk;
}

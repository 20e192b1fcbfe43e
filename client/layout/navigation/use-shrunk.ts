import { useEffect, useState } from 'react';

/** Pixels of scrolling: two, so that the bar's own change of height cannot make it flicker. */
const shrinkBelow = 160;
const growAbove = 40;

/** Whether the page is scrolled down far enough for a smaller header. */
export function useShrunk(): boolean {
  const [shrunk, setShrunk] = useState(false);
  useEffect(() => {
    const look = () => setShrunk((before) => window.scrollY > (before ? growAbove : shrinkBelow));
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return shrunk;
}

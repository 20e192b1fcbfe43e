import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { stripItemTabFromPath } from './strip-item-tab-from-path.ts';

/**
 * Scrolls to the top when another screen opens. Tabs of the same item keep their position, and so do screens to which
 * the user goes back.
 */
export function useScrollToTopOfScreen(): void {
  const screen = stripItemTabFromPath(useLocation().pathname);
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The position changes with the screen only.
  useEffect(() => {
    if (navigation !== 'POP') window.scrollTo(0, 0);
  }, [screen]);
}

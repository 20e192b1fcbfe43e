import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { stripItemTabFromPath } from './strip-item-tab-from-path.ts';

/** Id of the framework's element around each screen, which is also the target of the skip link. */
const contentId = 'main-content';

/**
 * Moves the focus to the content whenever another screen is opened, so that screen readers read the new screen and the
 * Tab key continues in it. A field that has received the focus by itself keeps the focus.
 */
export function useScreenFocus(): void {
  const screenPath = stripItemTabFromPath(useLocation().pathname);
  const shownPath = useRef(screenPath);
  useEffect(() => {
    if (shownPath.current === screenPath) return;
    shownPath.current = screenPath;
    const content = document.getElementById(contentId);
    if (!content || content.contains(document.activeElement)) return;
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  }, [screenPath]);
}

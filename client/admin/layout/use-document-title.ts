import { useEffect } from 'react';

/** Id of the heading in the bar, into which the framework renders the title of the current screen. */
const titleId = 'react-admin-title';

/** Keeps the title of the browser's tab equal to the heading of the current screen, followed by the site's name. */
export function useDocumentTitle(siteName: string): void {
  useEffect(() => {
    const heading = document.getElementById(titleId);
    if (!heading) return;
    const update = () => {
      document.title = [heading.textContent.trim(), siteName].filter(Boolean).join(' – ');
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [siteName]);
}

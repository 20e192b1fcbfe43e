import { useEffect, useRef, useState } from 'react';
import { useLocation } from '#client/core/navigation.ts';

/**
 * After a navigation within the document to another path, announces the new title to screen readers and moves the focus
 * to the content, as loading a new document would.
 */
export function AnnounceAndFocusNewPage({ title }: { title: string }) {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState({ pathname, title: '' });
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnounced({ pathname, title });
    document.querySelector('script[type="application/ld+json"]')?.remove();
    // A page may have focused a field of its own, such as that of the search.
    const content = document.getElementById('content');
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [pathname, title]);

  return (
    <p className="unseen" aria-live="polite">
      {/* Screen readers announce only what changes, so the key renders an equal title anew. */}
      <span key={announced.pathname}>{announced.title}</span>
    </p>
  );
}

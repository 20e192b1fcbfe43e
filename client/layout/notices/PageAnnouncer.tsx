import { useEffect, useRef, useState } from 'react';
import { useLocation } from '#client/core/navigation.ts';

/**
 * After a navigation within the document to another path, announces the new title to screen readers and moves the focus
 * to the content, as loading a new document would.
 */
export function PageAnnouncer({ title }: { title: string }) {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState('');
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnounced(title);
    document.querySelector('script[type="application/ld+json"]')?.remove();
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, title]);

  return (
    <p className="unseen" aria-live="polite">
      {announced}
    </p>
  );
}

import { useEffect } from 'react';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import { subscribeToSessionChanges } from './session-channel.ts';
import { useSessionStore } from './session-context.tsx';

/**
 * Calls `reload` when another tab has logged in or out, or when the session cookie has appeared or disappeared while
 * this tab was in the background.
 */
export function useOnForeignSessionChange(reload: () => void): void {
  const session = useSessionStore();
  useEffect(() => {
    const onVisible = () => {
      const { isLoggedIn } = session.getState();
      if (document.visibilityState === 'visible' && isLoggedIn !== null && isLoggedIn !== hasSessionCookie()) reload();
    };
    document.addEventListener('visibilitychange', onVisible);
    const unsubscribe = subscribeToSessionChanges(reload);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      unsubscribe();
    };
  }, [session, reload]);
}

import { useEffect } from 'react';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import { useSessionStore } from './session.tsx';

let channel: BroadcastChannel | undefined;

/**
 * Returns the channel between the tabs of a browser. One object both sends and receives, because a `BroadcastChannel`
 * does not deliver a message to the object that has sent it.
 */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('cuvee-session');
  return channel;
}

export const announceSessionChange = (): void => openChannel().postMessage(null);

/**
 * Calls `onChange` when another tab has logged the customer in or out.
 * @returns a function that ends the subscription
 */
function subscribeToSessionChanges(onChange: () => void): () => void {
  const opened = openChannel();
  opened.addEventListener('message', onChange);
  return () => opened.removeEventListener('message', onChange);
}

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

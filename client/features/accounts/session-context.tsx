import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { SessionState, SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

export const SessionProvider = ({ store, children }: { store: SessionStore; children: ReactNode }) => (
  <SessionContext value={store}>{children}</SessionContext>
);

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('SessionProvider is missing');
  return store;
}

/** Selects a value from the session state. The customer is unknown until the browser has called the API. */
export const useSession = <T,>(select: (state: SessionState) => T): T => useStore(useSessionStore(), select);

import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CurrentUser } from '#shared/accounts/current-user.ts';

/** Profile of the logged-in customer. The field `phone` is missing after a log-out. */
export type CustomerProfile = Omit<CurrentUser, 'phone'> & Partial<Pick<CurrentUser, 'phone'>>;

export interface SessionState {
  /** True if the visitor is logged in; `null` while that is unknown. */
  isLoggedIn: boolean | null;
  /** Profile of the customer. Until it has loaded, and after a log-out, its id and personal data are empty. */
  me: CustomerProfile;
  start(me: CurrentUser): void;
  end(): void;
}

export type SessionStore = StoreApi<SessionState>;

const emptyProfile: CustomerProfile = {
  id: '',
  email: '',
  firstname: '',
  lastname: '',
  birthdate: '',
  role: 'MEMBER',
};

export const createSessionStore = (): SessionStore =>
  createStore<SessionState>()((set) => ({
    isLoggedIn: null,
    me: { ...emptyProfile, phone: '' },
    start: (me) => set({ isLoggedIn: true, me }),
    end: () => set({ isLoggedIn: false, me: emptyProfile }),
  }));

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

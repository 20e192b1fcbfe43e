import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';

/** Who is logged in, as far as this browser knows. */
export interface SessionState {
  /** null until somebody has asked. */
  logged: boolean | null;
  /** Empty strings until the profile has come, and after the log-out. */
  me: CurrentUser;
  enter(me: CurrentUser): void;
  leave(): void;
}

export const nobody: CurrentUser = {
  id: '',
  email: '',
  phone: '',
  firstname: '',
  lastname: '',
  birthdate: '',
  role: 'MEMBER',
};

export const createSessionStore = (): StoreApi<SessionState> =>
  createStore<SessionState>()((set) => ({
    logged: null,
    me: nobody,
    enter: (me) => set({ logged: true, me }),
    leave: () => set({ logged: false, me: nobody }),
  }));

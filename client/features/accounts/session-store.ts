import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';

/** The profile as the browser keeps it: whoever has left leaves no telephone number, not even an empty one. */
export type Me = Omit<CurrentUser, 'phone'> & Partial<Pick<CurrentUser, 'phone'>>;

/** Who is logged in, as far as this browser knows. */
export interface SessionState {
  /** null until somebody has asked. */
  logged: boolean | null;
  /** Empty strings until the profile has come, and after the log-out. */
  me: Me;
  enter(me: CurrentUser): void;
  leave(): void;
}

const nobody: Me = {
  id: '',
  email: '',
  firstname: '',
  lastname: '',
  birthdate: '',
  role: 'MEMBER',
};

export const createSessionStore = (): StoreApi<SessionState> =>
  createStore<SessionState>()((set) => ({
    logged: null,
    me: { ...nobody, phone: '' },
    enter: (me) => set({ logged: true, me }),
    leave: () => set({ logged: false, me: nobody }),
  }));

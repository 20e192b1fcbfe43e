import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';

/** The profile in the browser. After the log-out the field `phone` is missing, as specified. */
export type CustomerProfile = Omit<CurrentUser, 'phone'> & Partial<Pick<CurrentUser, 'phone'>>;

/** The customer's session, as far as this browser knows. */
export interface SessionState {
  /** `null` until the API has been called. */
  logged: boolean | null;
  /** Empty strings until the profile has been loaded, and after the log-out. */
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
    logged: null,
    me: { ...emptyProfile, phone: '' },
    start: (me) => set({ logged: true, me }),
    end: () => set({ logged: false, me: emptyProfile }),
  }));

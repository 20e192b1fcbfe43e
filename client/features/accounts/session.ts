import type { StoreApi } from 'zustand/vanilla';
import { CallFailure, callApi } from '#client/core/call.ts';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';
import type { SessionState } from './session-store.ts';

type Session = StoreApi<SessionState>;

/** The cookie that scripts can read comes and goes with the one that they cannot. */
export const hasSessionCookie = (): boolean => /(^|;\s*)idSite=\d/.test(document.cookie);

/** The profile of whoever is logged in; null for nobody. A session that has ended is noticed here. */
export async function loadMe(session: Session): Promise<CurrentUser | null> {
  if (!hasSessionCookie()) {
    session.getState().end();
    return null;
  }
  try {
    const me = await callApi('GET /user');
    session.getState().start(me);
    return me;
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error;
    session.getState().end();
    return null;
  }
}

export async function logIn(session: Session, identifier: string, password: string): Promise<void> {
  await callApi('POST /login', { body: { identifier, password } });
  session.getState().start(await callApi('GET /user'));
}

/** Nobody is logged in afterwards, whether or not the server could be told. */
export async function logOut(session: Session): Promise<void> {
  try {
    await callApi('POST /logout');
  } finally {
    session.getState().end();
  }
}

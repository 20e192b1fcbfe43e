import { ApiCallError, callApi } from '#client/core/call-api.ts';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';
import { announceSessionChange } from './session-channel.ts';
import type { SessionStore } from './session-store.ts';

/** The readable cookie `idSite` is set and removed together with the HttpOnly session cookie. */
export const hasSessionCookie = (): boolean => /(^|;\s*)idSite=\d/.test(document.cookie);

/**
 * Loads the customer's profile into the session store, and clears the store if the session cookie is missing or
 * expired.
 * @returns `null` without a session.
 */
export async function loadCustomerProfile(session: SessionStore): Promise<CurrentUser | null> {
  if (!hasSessionCookie()) {
    session.getState().end();
    return null;
  }
  try {
    const me = await callApi('GET /user');
    session.getState().start(me);
    return me;
  } catch (error) {
    if (!(error instanceof ApiCallError) || error.status !== 401) throw error;
    session.getState().end();
    return null;
  }
}

/** @throws CookiesBlockedError if the browser does not keep the session's cookies. */
export async function logIn(session: SessionStore, identifier: string, password: string): Promise<void> {
  await callApi('POST /login', { body: { identifier, password } });
  if (!hasSessionCookie()) throw new CookiesBlockedError();
  session.getState().start(await callApi('GET /user'));
  announceSessionChange();
}

export class CookiesBlockedError extends Error {}

/** Ends the customer's sessions on all devices. If the call fails, this session continues. */
export async function logOutEverywhere(session: SessionStore): Promise<void> {
  await callApi('POST /logout/everywhere');
  session.getState().end();
}

/** Ends the session in the browser even if the call fails. */
export async function logOut(session: SessionStore): Promise<void> {
  try {
    await callApi('POST /logout');
  } finally {
    session.getState().end();
    announceSessionChange();
  }
}

import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { hasSessionCookie } from '#client/core/session-cookie.ts';
import type { CurrentUser } from '#shared/accounts/current-user.ts';
import type { SessionStore } from './session.tsx';
import { announceSessionChange } from './session-channel.ts';

/**
 * Loads the customer's profile into the session store. If the session cookie is missing or expired, the store is
 * cleared.
 * @returns the profile; `null` without a session
 */
export async function loadCustomerProfile(session: SessionStore): Promise<CurrentUser | null> {
  if (!hasSessionCookie()) {
    session.getState().end();
    return null;
  }
  try {
    // The cookie remains after the customer has ended the session on another device. Reading the log-in state first
    // avoids a 401, which the browser would report as an error.
    const { logged } = await callApi('GET /logged', { isBackground: true });
    const me = logged ? await callApi('GET /user', { isBackground: true }) : null;
    if (me) session.getState().start(me);
    else session.getState().end();
    return me;
  } catch (error) {
    if (!(error instanceof ApiCallError) || error.status !== 401) throw error;
    session.getState().end();
    return null;
  }
}

/**
 * @returns the token for the second step if the account needs a one-time code; otherwise null
 * @throws CookiesBlockedError if the browser does not keep the session's cookies
 */
export async function logIn(session: SessionStore, identifier: string, password: string): Promise<string | null> {
  const { codeToken } = await callApi('POST /login', { body: { identifier, password } });
  if (codeToken !== undefined) return codeToken;
  await startSession(session);
  return null;
}

/**
 * Completes the log-in by a one-time code.
 * @throws CookiesBlockedError if the browser does not keep the cookies
 */
export async function logInWithCode(session: SessionStore, codeToken: string, code: string): Promise<void> {
  await callApi('POST /login/code', { body: { codeToken, code } });
  await startSession(session);
}

async function startSession(session: SessionStore): Promise<void> {
  if (!hasSessionCookie()) throw new CookiesBlockedError();
  session.getState().start(await callApi('GET /user'));
  announceSessionChange();
}

export class CookiesBlockedError extends Error {}

/** Ends the customer's sessions on all devices. If the call fails, the current session continues. */
export async function logOutEverywhere(session: SessionStore): Promise<void> {
  await callApi('POST /logout/everywhere');
  session.getState().end();
  announceSessionChange();
}

/** Logs the customer out. The session ends in this browser even if the call to the API fails. */
export async function logOut(session: SessionStore): Promise<void> {
  try {
    await callApi('POST /logout');
  } finally {
    session.getState().end();
    announceSessionChange();
  }
}

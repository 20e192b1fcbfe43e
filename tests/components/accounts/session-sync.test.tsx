import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announceSessionChange } from '#client/features/accounts/session-channel.ts';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const me = {
  id: '4',
  email: 'a@b.example',
  firstname: 'Ana',
  lastname: 'Roy',
  phone: '',
  birthdate: '',
  role: 'MEMBER',
};

function Profile() {
  useLoadCustomerProfile();
  return null;
}
/** In the past, because the test environment keeps a cookie of the age 0 for the rest of the millisecond. */
const expired = 'max-age=-1';
const setCookie = (attributes: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads this cookie
  document.cookie = `idSite=42; ${attributes}`;
};

const signedIn = { 'GET /logged': { data: { logged: true, role: 'MEMBER' } }, 'GET /user': { data: me } };

const otherTab = new BroadcastChannel('cuvee-session');
afterAll(() => otherTab.close());

beforeEach(() => {
  stubApi(signedIn);
});
afterEach(() => {
  setCookie(expired);
  vi.unstubAllGlobals();
});

describe('useLoadCustomerProfile', () => {
  test('follows a log-in and a log-out in another tab', async () => {
    const { session } = renderInApp(<Profile />);
    await waitFor(() => expect(session.getState().isLoggedIn).toBe(false));
    setCookie('');
    otherTab.postMessage(null);
    await waitFor(() => expect(session.getState().me.email).toBe(me.email));
    setCookie(expired);
    otherTab.postMessage(null);
    await waitFor(() => expect(session.getState().me.email).toBe(''));
  });

  test('does not load the profile again after a change in this tab', async () => {
    const calls = stubApi(signedIn);
    setCookie('');
    const { session } = renderInApp(<Profile />);
    await waitFor(() => expect(session.getState().isLoggedIn).toBe(true));
    announceSessionChange();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.map(({ name }) => name)).toEqual(['GET /logged', 'GET /user']);
  });

  test('compares the session with the cookie when the tab becomes visible', async () => {
    const { session } = renderInApp(<Profile />);
    await waitFor(() => expect(session.getState().isLoggedIn).toBe(false));
    setCookie('');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(session.getState().isLoggedIn).toBe(true));
  });
});

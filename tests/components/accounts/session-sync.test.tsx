import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announceSessionChange } from '#client/features/accounts/session-channel.ts';
import { useProfileQuery } from '#client/features/accounts/use-profile-query.ts';
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
  useProfileQuery();
  return null;
}
const setCookie = (attributes: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads this cookie
  document.cookie = `idSite=42; ${attributes}`;
};

beforeEach(() => stubApi({ 'GET /user': { data: me } }));
afterEach(() => {
  setCookie('max-age=0');
  vi.unstubAllGlobals();
});

describe('useProfileQuery', () => {
  test('follows a log-in and a log-out in another tab', async () => {
    const { session } = renderInApp(<Profile />);
    await waitFor(() => expect(session.getState().logged).toBe(false));
    setCookie('');
    announceSessionChange();
    await waitFor(() => expect(session.getState().me.email).toBe(me.email));
    setCookie('max-age=0');
    announceSessionChange();
    await waitFor(() => expect(session.getState().me.email).toBe(''));
  });

  test('compares the session with the cookie when the tab becomes visible', async () => {
    const { session } = renderInApp(<Profile />);
    await waitFor(() => expect(session.getState().logged).toBe(false));
    setCookie('');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(session.getState().logged).toBe(true));
  });
});

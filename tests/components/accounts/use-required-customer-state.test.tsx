import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NavigationContext } from '#client/core/navigation.ts';
import { useRequiredCustomerState } from '#client/features/accounts/use-required-customer-state.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const me = {
  id: '7',
  email: 'a@example.org',
  phone: '',
  firstname: 'Ada',
  lastname: '',
  birthdate: '',
  role: 'MEMBER',
};
const navigate = vi.fn();

function Host() {
  const customer = useRequiredCustomerState();
  if (customer.state === 'failed')
    return (
      <button type="button" onClick={customer.retry}>
        {customer.message}
      </button>
    );
  return <p>{customer.state === 'loggedIn' ? customer.me.firstname : customer.state}</p>;
}

const renderHost = () =>
  renderInApp(
    <NavigationContext value={{ state: 'idle', navigate }}>
      <Host />
    </NavigationContext>,
  );

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads document.cookie
  document.cookie = 'idSite=1';
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads document.cookie
  document.cookie = 'idSite=; max-age=0';
  navigate.mockReset();
  vi.unstubAllGlobals();
});

const logged = { data: { logged: true, role: 'MEMBER' } };

describe('useRequiredCustomerState', () => {
  test('returns the customer of the session', async () => {
    stubApi({ 'GET /logged': logged, 'GET /user': { data: me } });
    renderHost();
    expect(screen.getByText('loading')).toBeDefined();
    expect(await screen.findByText('Ada')).toBeDefined();
    expect(navigate).not.toHaveBeenCalled();
  });

  test('redirects a visitor without a session to the log-in', async () => {
    const calls = stubApi({ 'GET /logged': { data: { logged: false, role: null } } });
    renderHost();
    expect(await screen.findByText('redirecting')).toBeDefined();
    expect(navigate).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/auth\?return=/), { replace: true });
    expect(calls.map(({ name }) => name)).toEqual(['GET /logged']);
  });

  test('redirects a visitor whose session ends between the two calls', async () => {
    stubApi({ 'GET /logged': logged, 'GET /user': { status: 401, message: '' } });
    renderHost();
    expect(await screen.findByText('redirecting')).toBeDefined();
  });

  test('does not redirect while the API is down, and loads again on request', async () => {
    let isDown = true;
    stubApi({ 'GET /logged': logged, 'GET /user': () => (isDown ? { status: 503, message: '' } : { data: me }) });
    renderHost();
    const retry = await screen.findByRole('button', { name: t('site.error.503.text') });
    expect(navigate).not.toHaveBeenCalled();
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByText('Ada')).toBeDefined();
  });

  test('reports a log-out as redirect', async () => {
    stubApi({ 'GET /logged': logged, 'GET /user': { data: me } });
    const { session } = renderHost();
    await screen.findByText('Ada');
    session.getState().end();
    await waitFor(() => expect(screen.getByText('redirecting')).toBeDefined());
  });
});

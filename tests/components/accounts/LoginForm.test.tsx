import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LoginForm } from '#client/features/accounts/LoginForm.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const me = {
  id: '7',
  email: 'camille@mail.example',
  phone: '',
  firstname: 'Camille',
  lastname: 'Vignaud',
  birthdate: '',
  role: 'MEMBER',
};

async function logIn(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText(t('accounts.field.email')), email);
  if (password) await userEvent.type(screen.getByLabelText(t('accounts.field.password')), password);
  await userEvent.click(screen.getByRole('button', { name: t('accounts.login.submit') }));
}

/** Simulates the response to a log-in, which sets the readable cookie `idSite`. */
const logInWithCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: stands for the response's Set-Cookie
  document.cookie = 'idSite=42';
  return { data: {} };
};

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: stands for the response's Set-Cookie
  document.cookie = 'idSite=; max-age=0';
  vi.unstubAllGlobals();
});

describe('LoginForm', () => {
  test.each([
    ['an empty form', '', '', [t('accounts.field.required'), t('accounts.field.required')]],
    ['an address that is no e-mail address', 'camille', 'secret', [t('accounts.field.email.wrong')]],
  ])('reports %s at its fields and sends nothing', async (_, email, password, expected) => {
    const calls = stubApi({});
    renderInApp(<LoginForm onDone={() => {}} />);
    await logIn(email, password);
    const errors = () => screen.getAllByRole('alert').flatMap(({ textContent }) => textContent || []);
    await waitFor(() => expect(errors()).toEqual(expected));
    expect(calls).toEqual([]);
  });

  test('starts the session after the log-in', async () => {
    const calls = stubApi({ 'POST /login': logInWithCookie, 'GET /user': { data: me } });
    const onDone = vi.fn();
    const { session } = renderInApp(<LoginForm onDone={onDone} />);
    await logIn('camille@mail.example', 'secret');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(calls[0]?.body).toEqual({ identifier: 'camille@mail.example', password: 'secret' });
    expect(session.getState()).toMatchObject({ isLoggedIn: true, me: { id: '7' } });
  });

  test('explains that the browser blocks cookies', async () => {
    stubApi({ 'POST /login': { data: {} } });
    const onDone = vi.fn();
    renderInApp(<LoginForm onDone={onDone} />);
    await logIn('camille@mail.example', 'secret');
    await screen.findByText(t('accounts.login.cookies'));
    expect(onDone).not.toHaveBeenCalled();
  });

  test.each([
    ['the refusal', { status: 401, message: 'Wrong e-mail address or password.' }, 'Wrong e-mail address or password.'],
    ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('shows %s and keeps what was typed', async (_, response, expected) => {
    stubApi({ 'POST /login': response });
    const onDone = vi.fn();
    renderInApp(<LoginForm onDone={onDone} />);
    await logIn('camille@mail.example', 'secret');
    await screen.findByText(expected);
    expect(screen.getByLabelText<HTMLInputElement>(t('accounts.field.email')).value).toBe('camille@mail.example');
    expect(onDone).not.toHaveBeenCalled();
  });

  test('begins with the given e-mail address', () => {
    renderInApp(<LoginForm onDone={() => {}} email="camille@mail.example" />);
    expect(screen.getByLabelText<HTMLInputElement>(t('accounts.field.email')).value).toBe('camille@mail.example');
  });
});

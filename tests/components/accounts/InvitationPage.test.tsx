import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/accounts/InvitationPage.tsx';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const token = 'i'.repeat(43);
const check = 'POST /staff/invitation/check';
const accept = 'POST /staff/invitation/accept';
const invitation = { email: 'ada@mail.example', role: 'ADMIN', hasAccount: false, isLoggedIn: false };
const newAccount = { data: invitation };
const ownAccount = { data: { ...invitation, hasAccount: true, isLoggedIn: true } };
const expired = { status: 422, message: 'link_expired' };

const renderPage = () =>
  renderInApp(
    <LocationContext value={{ pathname: `/auth/invitation/${token}`, search: '', hash: '' }}>
      <Page data={{ title: t('invitation.title') }} />
    </LocationContext>,
  );

const field = (name: 'firstname' | 'lastname' | 'password') =>
  screen.getByLabelText<HTMLInputElement>(t(`accounts.field.${name}`));
const acceptButton = () => screen.findByRole('button', { name: t('invitation.accept') });
const clickAccept = async () => userEvent.click(await acceptButton());
const accepted = () => screen.findByRole('heading', { name: t('invitation.done') });

async function fillIn() {
  await acceptButton();
  await userEvent.type(field('firstname'), 'Ada');
  await userEvent.type(field('lastname'), 'Byron');
  await userEvent.type(field('password'), 'analytical engine');
}

afterEach(() => vi.unstubAllGlobals());

describe('InvitationPage', () => {
  test('announces that the invitation is being read', async () => {
    const held = holdResponse(newAccount);
    const calls = stubApi({ [check]: held.respond });
    renderPage();
    const loading = t('invitation.loading');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(loading);
    expect(screen.queryByRole('button')).toBeNull();
    held.release();
    expect(await screen.findByText(t('invitation.lead.ADMIN', { email: 'ada@mail.example' }))).toBeTruthy();
    expect(screen.queryByText(loading)).toBeNull();
    expect(calls).toEqual([{ name: check, body: { token } }]);
  });

  test('shows that the invitation has expired, without a form', async () => {
    stubApi({ [check]: expired });
    renderPage();
    await waitFor(() => expect(listAlerts()).toEqual([t('invitation.expired')]));
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('reads the invitation again on request when the API was down', async () => {
    let isDown = true;
    stubApi({ [check]: () => (isDown ? { status: 503, message: '' } : newAccount) });
    renderPage();
    expect(await screen.findByText(t('site.error.503.text'))).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: t('site.error.retry') }));
    expect(await acceptButton()).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });
});

describe('InvitationPage for an address without an account', () => {
  test('reports missing and wrong entries at their fields, moves the focus to the first and sends nothing', async () => {
    const calls = stubApi({ [check]: newAccount });
    renderPage();
    await acceptButton();
    await userEvent.type(field('lastname'), 'Byron');
    await userEvent.type(field('password'), 'short');
    await clickAccept();
    await waitFor(() =>
      expect(listAlerts()).toEqual([
        t('accounts.field.required'),
        t('accounts.field.password.short', { min: passwordLengthLimits.min }),
      ]),
    );
    expect(document.activeElement).toBe(field('firstname'));
    expect(calls.map(({ name }) => name)).toEqual([check]);
  });

  test('creates the account and moves the focus to the link to the panel', async () => {
    const held = holdResponse({ data: {} });
    const calls = stubApi({ [check]: newAccount, [accept]: held.respond });
    renderPage();
    await fillIn();
    await clickAccept();
    expect(await screen.findByRole('button', { name: t('invitation.accept'), busy: true })).toBeTruthy();
    await clickAccept();
    held.release();
    await accepted();
    expect(document.activeElement?.textContent).toBe(t('invitation.done') + t('invitation.open'));
    expect(screen.getByRole('link', { name: t('invitation.open') }).getAttribute('href')).toBe('/admin');
    expect(screen.queryByRole('textbox')).toBeNull();
    const account = { firstname: 'Ada', lastname: 'Byron', password: 'analytical engine' };
    expect(calls.slice(1)).toEqual([{ name: accept, body: { token, account } }]);
  });

  test('shows what the API refuses at its field and keeps the entries', async () => {
    const message = 'This password is known from a data leak.';
    stubApi({ [check]: newAccount, [accept]: { status: 422, message, errors: { 'account.password': message } } });
    renderPage();
    await fillIn();
    await clickAccept();
    await waitFor(() => expect(listAlerts()).toEqual([message]));
    expect(document.activeElement).toBe(field('password'));
    expect([field('firstname').value, field('lastname').value]).toEqual(['Ada', 'Byron']);
  });

  test('shows a refusal above the button and keeps the entries', async () => {
    stubApi({ [check]: newAccount, [accept]: { status: 422, message: 'This invitation was withdrawn.' } });
    renderPage();
    await fillIn();
    await clickAccept();
    await waitFor(() => expect(listAlerts()).toEqual(['This invitation was withdrawn.']));
    expect(field('password').value).toBe('analytical engine');
  });
});

describe('InvitationPage for an address with an account', () => {
  test('offers the log-in, which leads back to the invitation', async () => {
    stubApi({ [check]: { data: { ...invitation, hasAccount: true } } });
    renderPage();
    const link = await screen.findByRole('link', { name: t('invitation.log-in.button') });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'https://clos.example');
    expect([pathname, searchParams.get('return')]).toEqual(['/auth', `/auth/invitation/${token}`]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('accepts with one click of the logged-in owner and moves the focus to the link to the panel', async () => {
    const calls = stubApi({ [check]: ownAccount, [accept]: { data: {} } });
    renderPage();
    await clickAccept();
    await accepted();
    expect(document.activeElement?.textContent).toBe(t('invitation.done') + t('invitation.open'));
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.slice(1)).toEqual([{ name: accept, body: { token, account: null } }]);
  });

  test('shows a refusal until the next attempt', async () => {
    const held = holdResponse({ data: {} });
    let isDown = true;
    stubApi({ [check]: ownAccount, [accept]: () => (isDown ? { status: 503, message: '' } : held.respond()) });
    renderPage();
    await clickAccept();
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    expect(document.activeElement).toBe(await acceptButton());
    isDown = false;
    await clickAccept();
    expect(listAlerts()).toEqual([]);
    held.release();
    expect(await accepted()).toBeTruthy();
  });
});

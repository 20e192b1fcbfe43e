import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Page } from '#client/features/accounts/PasswordResetRequestPage.tsx';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const call = 'PUT /password/reset/ask';
const accepted = { data: {} };

const renderPage = () => renderInApp(<Page data={{ title: t('accounts.reset-ask') }} />);
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('accounts.field.email') });
const submitName = t('accounts.reset-ask.submit');
const submit = () => userEvent.click(screen.getByRole('button', { name: submitName }));
const sentTo = (address: string) => screen.findByText(t('accounts.reset-ask.done.text', { email: address }));

afterEach(() => vi.unstubAllGlobals());

describe('PasswordResetRequestPage', () => {
  test('begins with an empty field and the way back to the log-in', () => {
    stubApi({});
    renderPage();
    expect(email().value).toBe('');
    expect(listAlerts()).toEqual([]);
    expect(screen.getByRole('link', { name: t('accounts.reset-ask.back') }).getAttribute('href')).toBe('/auth');
  });

  test.each([
    ['a missing address', '', t('accounts.field.required')],
    ['a wrong address', 'camille@mail', t('accounts.field.email.wrong')],
  ])('reports %s at the field, which keeps the focus, and sends nothing', async (_, entered, message) => {
    const calls = stubApi({});
    renderPage();
    if (entered !== '') await userEvent.type(email(), entered);
    await submit();
    expect(await screen.findByRole('textbox', { description: message })).toBe(email());
    expect(document.activeElement).toBe(email());
    expect(calls).toEqual([]);
  });

  test('moves the focus to the message with the address that the mail is sent to', async () => {
    const calls = stubApi({ [call]: accepted });
    renderPage();
    await userEvent.type(email(), 'camille@mail.example');
    await submit();
    const message = await sentTo('camille@mail.example');
    expect(document.activeElement?.textContent).toBe(t('accounts.reset-ask.done') + message.textContent);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('announces that it is being sent, and ignores further clicks meanwhile', async () => {
    const held = holdResponse(accepted);
    const calls = stubApi({ [call]: held.respond });
    renderPage();
    await userEvent.type(email(), 'camille@mail.example');
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: submitName, busy: true }));
    await userEvent.type(email(), '{Enter}');
    held.release();
    expect(await sentTo('camille@mail.example')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([{ identifier: 'camille@mail.example' }]);
  });

  test('shows what the API refuses at the field and keeps the address', async () => {
    const message = 'The address is too long.';
    stubApi({ [call]: { status: 400, message: 'Invalid.', errors: { identifier: message } } });
    renderPage();
    await userEvent.type(email(), 'camille@mail.example');
    await submit();
    expect(await screen.findByRole('textbox', { description: message })).toBe(email());
    expect(document.activeElement).toBe(email());
    expect(email().value).toBe('camille@mail.example');
  });

  test.each([
    ['too many requests', { status: 429, message: 'Please wait an hour.' }, 'Please wait an hour.'],
    ['an API that is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('reports %s, keeps the address and can be sent again', async (_, refusal, message) => {
    let isRefusing = true;
    stubApi({ [call]: () => (isRefusing ? refusal : accepted) });
    renderPage();
    await userEvent.type(email(), 'camille@mail.example');
    await submit();
    await waitFor(() => expect(listAlerts()).toEqual([message]));
    expect(email().value).toBe('camille@mail.example');
    isRefusing = false;
    await submit();
    expect(await sentTo('camille@mail.example')).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });
});

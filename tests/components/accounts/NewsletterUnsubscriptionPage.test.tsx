import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/accounts/NewsletterUnsubscriptionPage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const token = 'n'.repeat(43);
const request = 'PUT /newsletter/unsubscribe/ask';
const unsubscribe = 'PUT /newsletter/unsubscribe';
const accepted = { data: {} };
const expired = { status: 422, message: 'expired' };

function renderPage(pathname: string, sent?: FormSubmissionResult) {
  renderInApp(
    <LocationContext value={{ pathname, search: '', hash: '' }}>
      <Page data={{ title: t('accounts.unsubscribe'), ...(sent && { sent }) }} />
    </LocationContext>,
  );
}
const renderRequest = () => renderPage('/newsletter/unsubscribe');
const renderLink = (sent?: FormSubmissionResult) => renderPage(`/newsletter/unsubscribe/${token}`, sent);

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('accounts.field.email') });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const ask = () => click(t('accounts.unsubscribe.submit'));
const confirm = () => click(t('accounts.unsubscribe.confirm'));
const sentTo = (address: string) => screen.findByText(t('accounts.unsubscribe.sent', { email: address }));
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

afterEach(() => vi.unstubAllGlobals());

describe('NewsletterUnsubscriptionPage without a link', () => {
  test('reports a wrong address at the field, which keeps the focus, and sends nothing', async () => {
    const calls = stubApi({});
    renderRequest();
    await userEvent.type(email(), 'camille');
    await ask();
    expect(await screen.findByRole('textbox', { description: t('accounts.field.email.wrong') })).toBe(email());
    expect(document.activeElement).toBe(email());
    expect(calls).toEqual([]);
  });

  test('requests one mail, and moves the focus to the message with its address', async () => {
    const held = holdResponse(accepted);
    const calls = stubApi({ [request]: held.respond });
    renderRequest();
    await userEvent.type(email(), 'camille@mail.example');
    await ask();
    await userEvent.click(await screen.findByRole('button', { busy: true }));
    held.release();
    const message = await sentTo('camille@mail.example');
    expect(document.activeElement?.textContent).toBe(message.textContent);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(calls).toEqual([{ name: request, body: { email: 'camille@mail.example' } }]);
  });

  test('shows what the API refuses at the field and keeps the address', async () => {
    const message = 'This address does not exist.';
    stubApi({ [request]: { status: 400, message: 'Invalid.', errors: { email: message } } });
    renderRequest();
    await userEvent.type(email(), 'camille@mail.example');
    await ask();
    expect(await screen.findByRole('textbox', { description: message })).toBe(email());
    expect(email().value).toBe('camille@mail.example');
  });

  test('reports too many requests, keeps the address and can be sent again', async () => {
    let isRefusing = true;
    stubApi({ [request]: () => (isRefusing ? { status: 429, message: 'Please wait an hour.' } : accepted) });
    renderRequest();
    await userEvent.type(email(), 'camille@mail.example');
    await ask();
    await waitFor(() => expect(listAlerts()).toEqual(['Please wait an hour.']));
    expect(email().value).toBe('camille@mail.example');
    isRefusing = false;
    await ask();
    expect(await sentTo('camille@mail.example')).toBeTruthy();
  });
});

describe('NewsletterUnsubscriptionPage with the link of a mail', () => {
  test('ends no subscription before the click', () => {
    const calls = stubApi({});
    renderLink();
    expect(screen.getByText(t('accounts.unsubscribe.ready'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(calls).toEqual([]);
  });

  test('names the newsletter that was ended, and offers to end the others', async () => {
    const calls = stubApi({ [unsubscribe]: { data: { list: 'Harvest news' } } });
    renderLink();
    await confirm();
    const [message, others] = [
      t('accounts.unsubscribe.done.list', { list: 'Harvest news' }),
      t('accounts.unsubscribe.others'),
    ];
    await screen.findByText(message);
    expect(document.activeElement?.textContent).toBe(t('accounts.unsubscribe.done') + message + others);
    expect(hrefOf(others)).toBe('/newsletter/unsubscribe');
    expect(calls).toEqual([{ name: unsubscribe, body: { token } }]);
  });

  test('shows that all subscriptions were ended', async () => {
    stubApi({ [unsubscribe]: { data: { list: null } } });
    renderLink();
    await confirm();
    expect(await screen.findByText(t('accounts.unsubscribe.done.text'))).toBeTruthy();
    expect(screen.queryByRole('link', { name: t('accounts.unsubscribe.others') })).toBeNull();
  });

  test('offers another mail when the link no longer works', async () => {
    stubApi({ [unsubscribe]: expired });
    renderLink();
    await confirm();
    expect(await screen.findByRole('heading', { name: t('accounts.newsletter.failed') })).toBeTruthy();
    expect(hrefOf(t('accounts.unsubscribe.again'))).toBe('/newsletter/unsubscribe');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('reports that the API is down, and can be confirmed again', async () => {
    let isDown = true;
    stubApi({ [unsubscribe]: () => (isDown ? { status: 503, message: '' } : { data: { list: null } }) });
    renderLink();
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    isDown = false;
    await confirm();
    expect(await screen.findByText(t('accounts.unsubscribe.done.text'))).toBeTruthy();
  });

  test('names the newsletter that was ended without scripts', () => {
    stubApi({});
    renderLink({ status: 200, isAccepted: true, message: '', errors: {}, answers: { list: ['Harvest news'] } });
    expect(screen.getByText(t('accounts.unsubscribe.done.list', { list: 'Harvest news' }))).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

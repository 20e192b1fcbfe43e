import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NavigationContext } from '#client/core/navigation.ts';
import { clearToasts } from '#client/core/toast.ts';
import { PersonalDataActions } from '#client/features/accounts/settings/PersonalDataActions.tsx';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { renderWithToasts } from '#tests/components/render-with-toasts.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { stubDialogs } from '#tests/components/stub-dialogs.ts';

const me = {
  id: '7',
  email: 'ada@mail.example',
  phone: '',
  firstname: 'Ada',
  lastname: 'Byron',
  birthdate: '',
  role: 'MEMBER',
} as const;
const exportCall = 'GET /user/export';
const closingCall = 'PUT /user/unsubscribe/ask';
const deletion = 'DELETE /user';
const refusals = [
  ['a refusal', { status: 429, message: 'Please wait.' }, 'Please wait.'],
  ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
] as const;

function render() {
  const [navigate, onDeleted] = [vi.fn(), vi.fn()];
  const { session } = renderWithToasts(
    <NavigationContext value={{ state: 'idle', navigate }}>
      <PersonalDataActions me={me} onDeleted={onDeleted} />
    </NavigationContext>,
  );
  act(() => session.getState().start(me));
  return { navigate, onDeleted, session };
}
const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => userEvent.click(button(name));
const clickBusy = (name: string) => userEvent.click(screen.getByRole('button', { name, busy: true }));

beforeEach(stubDialogs);
afterEach(() => {
  act(clearToasts);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the export of personal data', () => {
  /** Replaces the download of the browser and returns the names and contents of the downloaded files. */
  function stubDownloads() {
    const files: { name: string; blob: Blob }[] = [];
    const blobs = new Map<string, Blob>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = `blob:${blobs.size}`;
      blobs.set(url, blob as Blob);
      return url;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob) files.push({ name: this.download, blob });
    });
    return files;
  }

  test('downloads a file, announces that it is being prepared, and ignores further clicks meanwhile', async () => {
    const files = stubDownloads();
    const held = holdResponse({ data: { email: me.email } });
    const calls = stubApi({ [exportCall]: held.respond });
    render();
    await click(t('accounts.export.get'));
    await clickBusy(t('accounts.export.get'));
    expect(files).toEqual([]);
    held.release();
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual([`${t('accounts.export.file')}.json`]));
    expect(JSON.parse((await files[0]?.blob.text()) ?? '')).toEqual({ email: me.email });
    expect(calls).toHaveLength(1);
    expect(screen.queryByRole('button', { busy: true })).toBeNull();
  });

  test.each(refusals)('shows %s and can be requested again', async (_, response, expected) => {
    const files = stubDownloads();
    stubApi({ [exportCall]: response });
    render();
    await click(t('accounts.export.get'));
    expect(await screen.findByText(expected)).toBeTruthy();
    expect(files).toEqual([]);
    expect(screen.queryByRole('button', { busy: true })).toBeNull();
  });
});

describe('the request to end the membership', () => {
  const message = () =>
    screen.getByRole<HTMLTextAreaElement>('textbox', {
      name: `${t('accounts.close.message')} ${t('accounts.field.optional')}`,
    });

  test('is sent once with its message, and moves the focus to the acknowledgement', async () => {
    const held = holdResponse({ data: {} });
    const calls = stubApi({ [closingCall]: held.respond });
    render();
    await userEvent.type(message(), 'I am moving.');
    await click(t('accounts.close.ask'));
    await clickBusy(t('accounts.close.ask'));
    held.release();
    const done = await screen.findByText(t('accounts.close.done'));
    expect(done.closest('[role=status]')).not.toBeNull();
    expect(document.activeElement?.textContent).toBe(t('accounts.close.done'));
    expect(calls.map(({ body }) => body)).toEqual([{ message: 'I am moving.' }]);
    expect(screen.queryByRole('button', { name: t('accounts.close.ask') })).toBeNull();
  });

  test('shows what the API refuses at the message and keeps it', async () => {
    stubApi({ [closingCall]: { status: 400, message: 'Invalid.', errors: { message: 'Too long.' } } });
    render();
    await userEvent.type(message(), 'I am moving.');
    await click(t('accounts.close.ask'));
    expect(await screen.findByRole('textbox', { description: 'Too long.' })).toBe(message());
    expect(message().value).toBe('I am moving.');
    expect(document.activeElement).toBe(message());
  });

  test.each(refusals)('shows %s and keeps the message', async (_, response, expected) => {
    stubApi({ [closingCall]: response });
    render();
    await userEvent.type(message(), 'I am moving.');
    await click(t('accounts.close.ask'));
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(message().value).toBe('I am moving.');
  });
});

describe('the deletion of the account', () => {
  const dialog = () => screen.getByRole('dialog', { name: t('accounts.delete.sure') });
  const password = () => within(dialog()).getByLabelText<HTMLInputElement>(t('accounts.field.password'));

  /** Opens the dialog, types the password and confirms the deletion. */
  async function confirm() {
    await click(t('accounts.delete.ask'));
    await userEvent.type(password(), 'secret');
    await click(t('accounts.delete.yes'));
  }

  test('names the account and requires the password', async () => {
    const calls = stubApi({});
    render();
    await click(t('accounts.delete.ask'));
    expect(dialog().textContent).toContain(me.email);
    await click(t('accounts.delete.yes'));
    await waitFor(() => expect(listAlerts()).toEqual([t('accounts.field.required')]));
    expect(document.activeElement).toBe(password());
    expect(calls.filter(({ name }) => name === deletion)).toEqual([]);
  });

  test('lists the open orders with their links', async () => {
    const order = { id: 12, number: '2026-00012', status: 'PAID', createdAt: '2026-11-20T09:00:00Z', total: 36 };
    const states = 'PENDING,PAID,PREPARING,READY,SHIPPED';
    stubApi({ [`GET /order?nbItem=20&status=${states}`]: { data: { orders: [order], total: 1 } } });
    render();
    await click(t('accounts.delete.ask'));
    const list = await within(dialog()).findByRole('list', { name: t('accounts.delete.open') });
    const link = within(list).getByRole('link');
    expect(link.textContent).toContain('2026-00012');
    expect(link.getAttribute('href')).toBe('/account/orders/12');
  });

  test('ends the session and shows the home page with a message', async () => {
    const held = holdResponse({ data: {} });
    const calls = stubApi({ [deletion]: held.respond });
    const { navigate, onDeleted, session } = render();
    await confirm();
    await clickBusy(t('accounts.delete.yes'));
    expect(onDeleted).not.toHaveBeenCalled();
    held.release();
    expect(await screen.findByText(t('accounts.delete.done'))).toBeTruthy();
    expect(calls.filter(({ name }) => name === deletion).map(({ body }) => body)).toEqual([{ password: 'secret' }]);
    expect(session.getState().isLoggedIn).toBe(false);
    expect(onDeleted).toHaveBeenCalledOnce();
    expect(navigate).toHaveBeenCalledWith('/');
  });

  test('shows that the password is wrong at its field and keeps the account', async () => {
    stubApi({ [deletion]: { status: 422, message: 'Invalid.', errors: { password: 'Wrong password.' } } });
    const { onDeleted, session } = render();
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual(['Wrong password.']));
    const description = document.getElementById(password().getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Wrong password.');
    expect(document.activeElement).toBe(password());
    expect(session.getState().isLoggedIn).toBe(true);
    expect(onDeleted).not.toHaveBeenCalled();
  });

  test.each(refusals)('shows %s until the dialog is opened again', async (_, response, expected) => {
    stubApi({ [deletion]: response });
    render();
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(password().value).toBe('secret');
    await click(t('accounts.delete.no'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await click(t('accounts.delete.ask'));
    expect(listAlerts()).toEqual([]);
    expect(password().value).toBe('');
  });
});

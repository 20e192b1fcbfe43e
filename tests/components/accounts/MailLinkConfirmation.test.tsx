import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { MailLinkConfirmation } from '#client/features/accounts/MailLinkConfirmation.tsx';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

type SubmissionResult = { isAccepted: boolean; message: string; status: number };

function render(onConfirm: () => Promise<unknown> = async () => {}, sent?: SubmissionResult) {
  renderInApp(
    <MailLinkConfirmation
      title="Newsletter"
      intro="One click is left."
      confirmLabel="Confirm"
      onConfirm={onConfirm}
      sent={sent}
      worksWithoutScripts
      done={<h2>You are subscribed</h2>}
      expired={<h2>The link has expired</h2>}
    />,
  );
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
const heading = (name: string) => screen.findByRole('heading', { name });
const isOpen = () => screen.queryByRole('button') !== null && screen.queryByText('One click is left.') !== null;

describe('MailLinkConfirmation', () => {
  test('does not use the link before the click', () => {
    const onConfirm = vi.fn();
    render(onConfirm);
    expect(isOpen()).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  test('announces that the link is being used, and ignores further clicks meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onConfirm = vi.fn(() => promise);
    render(onConfirm);
    await confirm();
    const button = screen.getByRole('button', { name: 'Confirm', busy: true });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(button);
    expect(onConfirm).toHaveBeenCalledOnce();
    resolve();
    expect(await heading('You are subscribed')).toBeTruthy();
  });

  test('moves the focus to the message that replaces the button', async () => {
    render();
    await confirm();
    await heading('You are subscribed');
    expect(document.activeElement?.textContent).toBe('You are subscribed');
    expect(isOpen()).toBe(false);
  });

  test.each([400, 422])(
    'shows for status %i that the link no longer works, and offers no further click',
    async (status) => {
      render(() => Promise.reject(new ApiCallError(status, 'refused')));
      await confirm();
      await heading('The link has expired');
      expect(document.activeElement?.textContent).toBe('The link has expired');
      expect(isOpen()).toBe(false);
      expect(listAlerts()).toEqual([]);
    },
  );

  test.each([
    ['the refusal of the API', new ApiCallError(429, 'Too many attempts.'), 'Too many attempts.'],
    ['that the API is down', new ApiCallError(503, ''), t('site.error.503.text')],
  ])('shows %s until the next click, and keeps the focus on the button', async (_, error, message) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockReturnValueOnce(promise);
    render(onConfirm);
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([message]));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm' }));
    await confirm();
    expect(listAlerts()).toEqual([]);
    resolve();
    expect(await heading('You are subscribed')).toBeTruthy();
  });

  test.each([
    ['the success', { isAccepted: true, status: 200, message: '' }, 'You are subscribed'],
    ['an expired link', { isAccepted: false, status: 422, message: 'expired' }, 'The link has expired'],
  ])('shows %s of a button that was used without scripts', async (_, sent, name) => {
    render(undefined, sent);
    expect(await heading(name)).toBeTruthy();
    expect(isOpen()).toBe(false);
  });

  test('shows the failure of a button that was used without scripts, and offers it again', async () => {
    render(undefined, { isAccepted: false, status: 503, message: 'Please try again later.' });
    expect(listAlerts()).toEqual(['Please try again later.']);
    await confirm();
    expect(await heading('You are subscribed')).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });
});

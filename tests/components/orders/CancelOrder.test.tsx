import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { CancelOrder } from '#client/features/orders/CancelOrder/CancelOrder.tsx';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubDialogs } from '#tests/components/stub-dialogs.ts';

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.queryByRole('dialog', { name: t('orders.cancel.sure') });

/** Opens the dialog and confirms the cancellation. */
async function confirm() {
  await click(t('orders.cancel'));
  await click(t('orders.cancel.yes'));
}

beforeEach(stubDialogs);

describe('CancelOrder', () => {
  test('asks for a confirmation, and cancels nothing if it is declined', async () => {
    const onCancel = vi.fn();
    renderInApp(<CancelOrder onCancel={onCancel} />);
    expect(dialog()).toBeNull();
    await click(t('orders.cancel'));
    expect(dialog()?.textContent).toContain(t('orders.cancel.text'));
    await click(t('orders.cancel.no'));
    expect(dialog()).toBeNull();
    expect(onCancel).not.toHaveBeenCalled();
  });

  test('announces that the order is being cancelled, and ignores further clicks meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onCancel = vi.fn(() => promise);
    renderInApp(<CancelOrder onCancel={onCancel} />);
    await confirm();
    await userEvent.click(screen.getByRole('button', { name: t('orders.cancel.yes'), busy: true }));
    expect(dialog()).not.toBeNull();
    await act(async () => resolve());
    expect(onCancel).toHaveBeenCalledOnce();
    expect(dialog()).toBeNull();
  });

  test.each([
    ['a refusal', new ApiCallError(409, 'It is being prepared.'), 'It is being prepared.'],
    ['that the API is down', new ApiCallError(503, ''), t('site.error.503.text')],
  ])('shows %s in the dialog until it is opened again', async (_, error, expected) => {
    const onCancel = vi.fn(async () => Promise.reject(error));
    renderInApp(<CancelOrder onCancel={onCancel} />);
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(dialog()?.textContent).toContain(expected);
    await click(t('orders.cancel.no'));
    await click(t('orders.cancel'));
    expect(listAlerts()).toEqual([]);
  });

  test('can be confirmed again after a failure', async () => {
    const onCancel = vi.fn(async () => {}).mockRejectedValueOnce(new ApiCallError(503, ''));
    renderInApp(<CancelOrder onCancel={onCancel} />);
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    await click(t('orders.cancel.yes'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(onCancel).toHaveBeenCalledTimes(2);
  });
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readGuestOrderToken } from '#client/core/guest-order-token.ts';
import { isPayableOnline, PayOnline } from '#client/features/orders/PayOnline.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const order = {
  id: 12,
  status: 'PENDING',
  total: 42,
  payment: { method: 'TRANSFER', label: 'Card', instructions: '', isOnline: true },
} as OrderDetail;
const token = 'g'.repeat(43);

function renderPayment({ guestToken = null as string | null } = {}) {
  const assign = vi.fn();
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  renderInApp(<PayOnline order={order} token={guestToken} reload={reload} />);
  const pay = () =>
    fireEvent.click(screen.getByRole('button', { name: t('orders.pay.now', { amount: englishTexts.euros(42) }) }));
  return { assign, reload, pay };
}
const answers = (paymentStep: object) => stubApi({ 'POST /order/12/payment': { data: { paymentStep } } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('isPayableOnline', () => {
  test.each([
    ['an unpaid order', {}, true],
    ['a paid order', { status: 'PAID' }, false],
    ['an offline payment', { payment: { ...order.payment, isOnline: false } }, false],
    ['an order without a price', { total: 0 }, false],
  ] as const)('is right for %s', (_, changes, expected) =>
    expect(isPayableOnline({ ...order, ...changes })).toBe(expected),
  );
});

describe('PayOnline', () => {
  test('leaves for the page of the provider', async () => {
    const calls = answers({ kind: 'redirect', url: 'https://pay.example/12' });
    const { assign, pay } = renderPayment();
    pay();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/12'));
    expect(calls.map(({ body }) => body)).toEqual([{}]);
  });

  test('sends the token of a guest order, and keeps it for the return page', async () => {
    const calls = answers({ kind: 'redirect', url: 'https://pay.example/12' });
    const { assign, pay } = renderPayment({ guestToken: token });
    pay();
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(calls.map(({ body }) => body)).toEqual([{ token }]);
    expect(readGuestOrderToken(12)).toBe(token);
  });

  test('shows that the payment is unavailable, and lets the customer try again', async () => {
    answers({ kind: 'unavailable' });
    const { assign, pay } = renderPayment();
    pay();
    expect(await screen.findByText(t('orders.pay.unavailable'))).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    expect(screen.getByRole('button')).toHaveProperty('disabled', false);
  });

  test('shows a refusal and loads the order again', async () => {
    stubApi({ 'POST /order/12/payment': { status: 409, message: 'The order is not waiting for payment.' } });
    const { reload, pay } = renderPayment();
    pay();
    expect(await screen.findByText('The order is not waiting for payment.')).toBeTruthy();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('loads the order again for half a minute after the customer’s return', async () => {
    vi.useFakeTimers();
    const { reload } = renderPayment();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(reload).toHaveBeenCalledOnce();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(reload).toHaveBeenCalledTimes(10);
  });
});

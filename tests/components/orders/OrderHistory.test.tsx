import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OrderHistory } from '#client/features/orders/OrderHistory.tsx';
import type { OrderSummary } from '#shared/orders/orders-contract.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const order = (id: number) =>
  ({
    id,
    number: `N${id}`,
    createdAt: '2026-11-02T10:00:00Z',
    status: 'PENDING',
    total: 60,
    payment: { method: 'TRANSFER' },
  }) as OrderSummary;
const page = (...ids: number[]) => ({ data: { orders: ids.map(order), total: 3 } });
const numbers = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('/').at(-1));
const clickMore = () => userEvent.click(screen.getByRole('button', { name: t('orders.more') }));

afterEach(() => vi.unstubAllGlobals());

describe('OrderHistory', () => {
  test('appends the next page on request', async () => {
    stubApi({ 'GET /order?page=1': page(3, 2), 'GET /order?page=2': page(1) });
    renderInApp(<OrderHistory />);
    await screen.findByText(t('orders.number', { number: 'N3' }));
    await clickMore();
    await screen.findByText(t('orders.number', { number: 'N1' }));
    expect(numbers()).toEqual(['3', '2', '1']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('shows each order once although one was placed after the first page was loaded', async () => {
    const current = { total: 4 };
    stubApi({
      'GET /order?page=1': page(3, 2),
      'GET /order?page=2': { data: { ...page(2, 1).data, ...current } },
    });
    renderInApp(<OrderHistory />);
    await screen.findByText(t('orders.number', { number: 'N3' }));
    await clickMore();
    await screen.findByText(t('orders.number', { number: 'N1' }));
    expect(numbers()).toEqual(['3', '2', '1']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('keeps the loaded orders when the next page fails, and loads it again on request', async () => {
    let isDown = true;
    stubApi({
      'GET /order?page=1': page(3, 2),
      'GET /order?page=2': () => (isDown ? { status: 503, message: '' } : page(1)),
    });
    renderInApp(<OrderHistory />);
    await screen.findByText(t('orders.number', { number: 'N3' }));
    await clickMore();
    await screen.findByText(t('site.error.503.text'));
    expect(numbers()).toEqual(['3', '2']);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: t('site.error.retry') }));
    await screen.findByText(t('orders.number', { number: 'N1' }));
    expect(numbers()).toEqual(['3', '2', '1']);
  });
});

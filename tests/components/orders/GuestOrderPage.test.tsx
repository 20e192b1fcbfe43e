import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/orders/GuestOrderPage.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const token = 'k'.repeat(43);
const address = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const order = {
  id: 3,
  number: '2026-00003',
  createdAt: '2026-11-02T10:00:00Z',
  status: 'PENDING',
  channel: 'WEB',
  deliveryType: 'DELIVERY',
  payment: { method: 'TRANSFER', label: 'Transfer', instructions: '' },
  products: [],
  vat: [],
  states: [],
  surplusPayments: [],
  refunds: [],
  vouchers: [],
  address: { delivery: address, billing: address },
  phone: '0545000000',
} as unknown as OrderDetail;

const renderPage = () =>
  renderInApp(
    <LocationContext value={{ pathname: `/orders/${token}`, search: '', hash: '' }}>
      <Page data={{ title: 'Order' }} />
    </LocationContext>,
  );

afterEach(() => vi.unstubAllGlobals());

describe('GuestOrderPage', () => {
  test('reads the order with the token in the body and offers an account for its email address', async () => {
    const calls = stubApi({ 'POST /order/link': { data: { order, email: 'camille@mail.example' } } });
    renderPage();
    expect(await screen.findByText(/2026-00003/)).toBeTruthy();
    expect(calls[0]).toEqual({ name: 'POST /order/link', body: { token } });
    const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
    expect(value(t('accounts.field.email'))).toBe('camille@mail.example');
    expect(value(t('accounts.field.firstname'))).toBe('Camille');
    const withdrawal = screen.getByRole('link', { name: t('orders.withdraw') });
    expect(withdrawal.getAttribute('href')).toBe('/withdrawal?order=2026-00003');
  });

  test('offers the log-in when the link has expired', async () => {
    stubApi({ 'POST /order/link': { status: 422, message: 'expired' } });
    renderPage();
    expect(await screen.findByText(t('orders.guest.expired'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('accounts.login.submit') })).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('offers another attempt when the API fails', async () => {
    stubApi({ 'POST /order/link': { status: 503, message: '' } });
    renderPage();
    expect(await screen.findByRole('button', { name: t('site.error.retry') })).toBeTruthy();
  });
});

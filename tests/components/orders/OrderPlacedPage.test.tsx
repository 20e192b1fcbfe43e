import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/orders/OrderPlacedPage.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

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
  id: 999,
  number: '2026-00003',
  createdAt: '2026-11-02T10:00:00Z',
  status: 'PENDING',
  deliveryType: 'DELIVERY',
  total: 42,
  payment: {
    method: 'TRANSFER',
    label: 'Transfer',
    instructions: 'IBAN FR76 3000 6000 0112 3456 7890 189, BIC A.',
    isOnline: false,
  },
  products: [],
  vat: [],
  states: [],
  surplusPayments: [],
  refunds: [],
  vouchers: [],
  address: { delivery: address, billing: address },
};

const renderPage = () =>
  renderInApp(
    <LocationContext value={{ pathname: '/checkout/done/999', search: '', hash: '' }}>
      <Page data={{ title: t('orders.placed.order') }} />
    </LocationContext>,
  );
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('OrderPlacedPage', () => {
  test('thanks for an order that exists', async () => {
    stubApi({ 'GET /order/999': { data: { order } } });
    renderPage();
    expect(title()).toBe(t('orders.placed.order'));
    expect(await screen.findByRole('heading', { level: 1, name: t('orders.placed') })).toBeTruthy();
  });

  test.each([
    ['shows that an order does not exist', 404, 'orders.placed.unknown'],
    ['asks for the log-in', 401, 'orders.placed.login'],
    ['offers another attempt when the API fails', 503, 'orders.placed.failed'],
  ] as const)('%s and does not thank for it', async (_, status, text) => {
    stubApi({ 'GET /order/999': { status, message: '' } });
    renderPage();
    expect(await screen.findByText(t(text))).toBeTruthy();
    expect(title()).toBe(t('orders.placed.order'));
    expect(screen.queryByRole('button', { name: t('site.error.retry') }) !== null).toBe(status === 503);
  });

  test.each([
    ['names the amount and the reference of a bank transfer', 'TRANSFER', true],
    ['names the amount and the reference of a cheque', 'CHEQUE', true],
    ['names no amount to send for an order that is paid at collection', 'AT_PICKUP', false],
  ])('%s', async (_, method, hasAmount) => {
    const payment = { ...order.payment, method };
    stubApi({ 'GET /order/999': { data: { order: { ...order, payment } } } });
    renderPage();
    expect(await screen.findByText(payment.instructions)).toBeTruthy();
    const amount = screen.queryByText(t('orders.placed.amount', { amount: '€42.00', number: order.number }));
    expect(amount !== null).toBe(hasAmount);
  });

  test('offers to pay an unpaid online payment, and confirms a received one', async () => {
    const payment = { ...order.payment, instructions: '', isOnline: true };
    stubApi({ 'GET /order/999': { data: { order: { ...order, payment } } } });
    renderPage();
    expect(await screen.findByText(t('orders.pay.pending'))).toBeTruthy();
    expect(screen.queryByText(t('orders.placed.amount', { amount: '€42.00', number: order.number }))).toBeNull();
    cleanup();
    stubApi({ 'GET /order/999': { data: { order: { ...order, payment, status: 'PAID' } } } });
    renderPage();
    expect(await screen.findByText(t('orders.pay.received'))).toBeTruthy();
  });

  test('copies the IBAN without spaces', async () => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    stubApi({ 'GET /order/999': { data: { order } } });
    renderPage();
    fireEvent.click(await screen.findByRole('button', { name: t('orders.iban.copy') }));
    expect(await screen.findByText(t('orders.iban.copied'))).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('FR7630006000011234567890189');
  });

  test('selects the IBAN where the clipboard is not available', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
    stubApi({ 'GET /order/999': { data: { order } } });
    renderPage();
    fireEvent.click(await screen.findByRole('button', { name: t('orders.iban.copy') }));
    expect(await screen.findByText(t('orders.iban.selected'))).toBeTruthy();
    expect(window.getSelection()?.toString()).toBe('FR76 3000 6000 0112 3456 7890 189');
  });
});

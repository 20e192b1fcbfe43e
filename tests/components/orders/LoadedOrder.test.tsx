import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { OrderWithActions } from '#client/features/orders/OrderWithActions.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubDialogs } from '#tests/components/stub-dialogs.ts';

const address = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const box = {
  id: 51,
  idProduct: 5,
  slug: null,
  name: 'Discovery',
  type: 'BOX',
  kind: 'box',
  year: null,
  capacity: 225,
  capacityUnit: 'CENTILITRE',
  quantity: 1,
  price: 40,
  pricePerLitre: null,
  total: 40,
  image: null,
  contents: [
    { name: 'Merlot', quantity: 2, year: 2021, capacity: 75, capacityUnit: 'CENTILITRE' },
    { name: 'Rosé', quantity: 1, year: null, capacity: 75, capacityUnit: 'CENTILITRE' },
  ],
};
const pending = {
  id: 3,
  number: '2026-00003',
  createdAt: '2026-11-02T10:00:00Z',
  status: 'PENDING',
  channel: 'WEB',
  deliveryType: 'DELIVERY',
  payment: { method: 'TRANSFER', label: 'Transfer', instructions: '' },
  paymentDueAt: '2026-11-09T10:00:00Z',
  products: [box],
  vat: [],
  states: [],
  tracking: null,
  surplusPayments: [],
  refunds: [],
  vouchers: [],
  carrier: { id: 1, name: 'Home delivery', serviceCode: 'HOME', deliveryTime: { minDays: 2, maxDays: 3 } },
  address: { delivery: address, billing: address },
} as unknown as OrderDetail;

beforeEach(stubDialogs);
afterEach(() => vi.restoreAllMocks());

const cancelButton = () => screen.queryByRole('button', { name: t('orders.cancel') });

describe('OrderWithActions', () => {
  test('shows delivery time, payment deadline and the contents of a box', () => {
    renderInApp(<OrderWithActions order={pending} cancel={vi.fn()} token={null} reload={() => {}} />);
    expect(screen.getByText('2 to 3 working days after dispatch')).toBeTruthy();
    expect(screen.getByText(t('orders.due', { due: '9 November 2026' }))).toBeTruthy();
    expect(screen.getByText('2 × Merlot 2021, 1 × Rosé')).toBeTruthy();
  });

  test.each([
    ['WEB', 1],
    ['PHONE', 1],
    ['CELLAR_DOOR', 0],
    ['FAIR', 0],
  ] as const)('offers the withdrawal from an order of the channel %s %i times', (channel, count) => {
    renderInApp(<OrderWithActions order={{ ...pending, channel }} cancel={vi.fn()} token={null} reload={() => {}} />);
    expect(screen.queryAllByRole('link', { name: t('orders.withdraw') })).toHaveLength(count);
  });

  test('shows the tracking number with its link and offers no cancellation once the order is shipped', () => {
    const tracking = { number: '6A123', url: 'https://parcels.example/6A123' };
    renderInApp(
      <OrderWithActions
        order={{ ...pending, status: 'SHIPPED', tracking }}
        cancel={vi.fn()}
        token={null}
        reload={() => {}}
      />,
    );
    expect(screen.getByText(t('orders.tracking', { number: '6A123' }))).toBeTruthy();
    const link = screen.getByRole('link', { name: t('orders.tracking.link') });
    expect(link.getAttribute('href')).toBe(tracking.url);
    expect(cancelButton()).toBeNull();
  });

  test('shows the amount of a surplus payment until it is refunded, and then the refund', () => {
    const payment = { amount: 40, receivedAt: '2026-11-03T10:00:00Z', refundedAt: null };
    const show = (refundedAt: string | null) =>
      renderInApp(
        <OrderWithActions
          order={{ ...pending, surplusPayments: [{ ...payment, refundedAt }] }}
          cancel={vi.fn()}
          token={null}
          reload={() => {}}
        />,
      );
    show(null);
    expect(screen.getByText(t('orders.surplus.due', { amount: '€40.00', date: '3 November 2026' }))).toBeTruthy();
    show('2026-11-05T10:00:00Z');
    expect(screen.getByText(t('orders.surplus.refunded', { amount: '€40.00', date: '5 November 2026' }))).toBeTruthy();
  });

  test('shows the codes of vouchers with their validity', () => {
    const vouchers: OrderDetail['vouchers'] = [
      { code: 'K7QF-2M9X-ARTZ', name: 'Tasting', state: 'VALID', expiresOn: '2028-11-02', value: 25 },
    ];
    renderInApp(<OrderWithActions order={{ ...pending, vouchers }} cancel={vi.fn()} token={null} reload={() => {}} />);
    expect(screen.getByText('K7QF-2M9X-ARTZ')).toBeTruthy();
    expect(screen.getByText(t('orders.vouchers.VALID', { date: '2 November 2028' }), { exact: false })).toBeTruthy();
  });

  test('cancels the order after a confirmation and moves the focus to its new state', async () => {
    const cancel = vi.fn(async (): Promise<OrderDetail> => ({ ...pending, status: 'CANCELLED', paymentDueAt: null }));
    renderInApp(<OrderWithActions order={pending} cancel={cancel} token={null} reload={() => {}} />);
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel') }));
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel.no') }));
    expect(cancel).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel') }));
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel.yes') }));
    expect(await screen.findByText(t('orders.cancel.done', { number: pending.number }))).toBeTruthy();
    expect(cancelButton()).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain(t('orders.state.CANCELLED')));
  });

  test('shows in the dialog why an order cannot be cancelled', async () => {
    const cancel = vi.fn(async () => Promise.reject(new ApiCallError(409, 'It is being prepared.')));
    renderInApp(<OrderWithActions order={pending} cancel={cancel} token={null} reload={() => {}} />);
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel') }));
    fireEvent.click(screen.getByRole('button', { name: t('orders.cancel.yes') }));
    expect(await screen.findByText('It is being prepared.')).toBeTruthy();
    expect(cancelButton()).not.toBeNull();
  });
});

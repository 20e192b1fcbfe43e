import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import OrderShow from '#client/admin/orders/OrderShow.tsx';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-orders.${key}`, values);
const read = 'GET /admin/order/7';
const save = 'PUT /admin/order/7/payment-due';
const at = '2030-01-02T08:00:00.000Z';
const address = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '1 rue des Vignes',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};
const order = {
  id: 7,
  revision: 2,
  number: '2030-00007',
  status: 'PENDING',
  total: 60,
  createdAt: at,
  bottles: 6,
  deliveryType: 'DELIVERY',
  channel: 'WEB',
  products: [],
  discountCode: null,
  vat: [],
  carrier: null,
  tracking: null,
  address: { delivery: null, billing: address },
  accessPoint: null,
  pickup: null,
  phone: '',
  message: '',
  states: [],
  paymentDueAt: at,
  surplusPayments: [],
  refunds: [],
  vouchers: [],
  nextStates: [],
  payment: { method: 'TRANSFER', label: 'Transfer' },
  paymentReference: null,
  history: [],
  notes: [],
  mails: [],
  customer: { id: '', email: '', firstname: '', lastname: '' },
  refunded: 0,
  refundable: 0,
  withdrawals: [],
  goods: 60,
  discount: 0,
  shippingFee: 0,
} as unknown as StaffOrderView;

function renderOrder(responses: Parameters<typeof stubApi>[0], stored: object = {}) {
  const calls = stubApi({ [read]: { data: { order: { ...order, ...stored } } }, ...responses });
  renderInAdmin(
    <ResourceContextProvider value="order">
      <Routes>
        <Route path="/order/:id/show" element={<OrderShow />} />
      </Routes>
    </ResourceContextProvider>,
    '/order/7/show',
  );
  return () => calls.filter(({ name }) => name === save).map(({ body }) => body);
}
const openForm = async (): Promise<HTMLInputElement> => {
  await userEvent.click(await screen.findByRole('button', { name: t('due.change') }, { timeout: 20_000 }));
  return screen.getByLabelText<HTMLInputElement>(t('due.at'));
};
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = () => userEvent.click(screen.getByRole('button', { name: t('save') }));
const describedBy = (field: HTMLInputElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

describe('OrderPaymentDeadline', { timeout: 60_000 }, () => {
  it('extends the deadline in the estate’s time zone, based on the revision', async () => {
    let dueAt = at;
    const sent = renderOrder({
      [read]: () => ({ data: { order: { ...order, paymentDueAt: dueAt } } }),
      [save]: () => {
        dueAt = '2030-07-10T16:00:00.000Z';
        return { data: { order } };
      },
    });
    const field = await openForm();
    expect(field.value).toBe('2030-01-02T09:00');
    type(field, '2030-07-10T18:00');
    await submit();
    await waitFor(() => expect(field.isConnected).toBe(false));
    expect(sent()).toEqual([{ revision: 2, paymentDueAt: '2030-07-10T16:00:00.000Z' }]);
    expect(await screen.findByText(/10 July 2030 at 18:00/)).toBeDefined();
  });

  it('exempts the order', async () => {
    const sent = renderOrder({ [save]: { data: { order } } });
    const field = await openForm();
    await userEvent.click(screen.getByLabelText(t('due.exempt')));
    expect(field.disabled).toBe(true);
    await submit();
    await waitFor(() => expect(sent()).toEqual([{ revision: 2, paymentDueAt: null }]));
  });

  it('shows that an exempt order is never cancelled, and can set a deadline again', async () => {
    const sent = renderOrder({ [save]: { data: { order } } }, { paymentDueAt: null });
    expect(await screen.findByText(t('due.none'))).toBeDefined();
    const field = await openForm();
    await userEvent.click(screen.getByLabelText(t('due.exempt')));
    type(field, '2030-01-15T09:30');
    await submit();
    await waitFor(() => expect(sent()).toEqual([{ revision: 2, paymentDueAt: '2030-01-15T08:30:00.000Z' }]));
  });

  it.each([
    ['', 'due.missing'],
    ['2020-01-15T09:30', 'due.past'],
  ])('refuses the time "%s" at the field without a call', async (value, key) => {
    const sent = renderOrder({ [save]: { data: { order } } });
    const field = await openForm();
    type(field, value);
    await submit();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(field)).toBe(t(key));
    expect(sent()).toEqual([]);
  });

  it('shows the refusal of the API at the field alone, and keeps what was typed', async () => {
    const message = 'a time before the year 10000 in UTC';
    renderOrder({ [save]: { status: 422, message: 'Check the fields.', errors: { paymentDueAt: message } } });
    const field = await openForm();
    type(field, '2030-02-01T10:00');
    await submit();
    await waitFor(() => expect(describedBy(field)).toBe(message));
    expect(field.value).toBe('2030-02-01T10:00');
    expect(screen.queryByText('Check the fields.')).toBeNull();
  });

  it('keeps what was typed while the API is unavailable', async () => {
    renderOrder({ [save]: { status: 503, message: '' } });
    const field = await openForm();
    type(field, '2030-02-01T10:00');
    await submit();
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(field.isConnected && field.value).toBe('2030-02-01T10:00');
  });

  it('shows the deadline of a colleague beside what was typed, and then saves on the present revision', async () => {
    let present = order;
    const sent = renderOrder({
      [read]: () => ({ data: { order: present } }),
      [save]: () => {
        if (present.revision === 3) return { data: { order } };
        present = { ...order, revision: 3, paymentDueAt: '2030-03-05T11:00:00.000Z' };
        return { status: 409, message: 'The order has changed.', present: { order: present } };
      },
    });
    const field = await openForm();
    type(field, '2030-02-01T10:00');
    await submit();
    expect(await screen.findByText('The order has changed.')).toBeDefined();
    expect(await screen.findByText(/5 March 2030 at 12:00/)).toBeDefined();
    expect(field.value).toBe('2030-02-01T10:00');
    await submit();
    await waitFor(() => expect(sent()).toMatchObject([{ revision: 2 }, { revision: 3 }]));
  });

  it('is left out for an order that is paid', async () => {
    renderOrder({}, { status: 'PAID', paymentDueAt: null });
    expect(await screen.findByRole('heading', { name: t('payment') }, { timeout: 20_000 })).toBeDefined();
    expect(screen.queryByRole('heading', { name: t('due.title') })).toBeNull();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import CustomerShow from '#client/admin/people/CustomerShow.tsx';
import type { CustomerDetails } from '#shared/admin/customers-contract.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-people.customer.${key}`, values);
const read = 'GET /admin/customer/5';
const erase = 'DELETE /admin/customer/5';
const at = '2026-11-02T08:00:00Z';
const customer: CustomerDetails = {
  profile: {
    email: 'camille@mail.example',
    firstname: 'Camille',
    lastname: 'Vignaud',
    phone: '0545000000',
    registeredAt: at,
    termsAcceptedAt: null,
  },
  orders: [{ id: 7, number: '2026-00007' }],
  newsletter: [],
  registrations: [{ title: 'Tasting', startsAt: at }],
  forms: [],
  reviews: [],
  withdrawals: [],
  reviewInvitationsRefusedAt: null,
};

function renderCustomer(responses: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ [read]: { data: customer }, ...responses });
  renderInAdmin(
    <ResourceContextProvider value="customer">
      <Routes>
        <Route path="/customer/:id/show" element={<CustomerShow />} />
        <Route path="/customer" element={<p>The list of customers</p>} />
      </Routes>
    </ResourceContextProvider>,
    '/customer/5/show',
  );
  return calls;
}

async function openErasure(): Promise<{ dialog: HTMLElement; reason: HTMLInputElement; confirm: HTMLButtonElement }> {
  await userEvent.click(await screen.findByRole('button', { name: t('erase') }));
  const dialog = await screen.findByRole('dialog', { name: t('confirm', { name: 'Camille Vignaud' }) });
  const reason = within(dialog).getByRole<HTMLInputElement>('textbox');
  return { dialog, reason, confirm: within(dialog).getByRole<HTMLButtonElement>('button', { name: t('erase') }) };
}

describe('CustomerShow', () => {
  it('shows the customer with links to the orders, and leaves out what the estate does not know', async () => {
    renderCustomer({});
    expect(await screen.findByText('camille@mail.example · 0545000000')).toBeDefined();
    expect(screen.getByRole('link', { name: '2026-00007' }).getAttribute('href')).toBe('/order/7/show');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([translate('admin-people.orders'), t('consents'), t('registrations')]);
    expect(screen.queryByText(/reviews/)).toBeNull();
  });

  it('shows since when the customer refuses requests for reviews', async () => {
    renderCustomer({ [read]: { data: { ...customer, reviewInvitationsRefusedAt: '2026-11-20T22:30:00Z' } } });
    const refusal = 'Has refused requests for reviews since 20 November 2026: none is sent to this address.';
    expect(await screen.findByText(refusal)).toBeDefined();
  });

  it('saves the export as a file', async () => {
    const data = { profile: customer.profile };
    const calls = renderCustomer({ 'POST /admin/customer/5/export': { data } });
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await userEvent.click(await screen.findByRole('button', { name: t('export') }));
    expect(await screen.findByText(t('exported'))).toBeDefined();
    expect(click).toHaveBeenCalledOnce();
    expect(click.mock.contexts[0]).toMatchObject({ download: 'customer-5.json' });
    expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(data);
    expect(calls.some(({ name }) => name === 'POST /admin/customer/5/export')).toBe(true);
    click.mockRestore();
  });

  it('shows that the export failed while the API is unavailable', async () => {
    renderCustomer({ 'POST /admin/customer/5/export': { status: 503, message: '' } });
    await userEvent.click(await screen.findByRole('button', { name: t('export') }));
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(screen.queryByText(t('exported'))).toBeNull();
  });

  it('erases the customer only with a reason, and returns to the list', async () => {
    const calls = renderCustomer({ [erase]: { data: {} } });
    const { reason, confirm } = await openErasure();
    expect(confirm.disabled).toBe(true);
    await userEvent.type(reason, 'On request');
    await userEvent.click(confirm);
    expect(await screen.findByText('The list of customers')).toBeDefined();
    expect(calls.find(({ name }) => name === erase)?.body).toEqual({ reason: 'On request' });
  });

  it.each([
    [
      'the API refuses it',
      { status: 409, message: 'This person belongs to the staff.' },
      'This person belongs to the staff.',
    ],
    ['the API is unavailable', { status: 503, message: '' }, translate('admin.callFailed')],
  ])('shows at the field why the customer is not erased, and keeps the reason, if %s', async (_, answer, message) => {
    renderCustomer({ [erase]: answer });
    const { dialog, reason, confirm } = await openErasure();
    await userEvent.type(reason, 'On request');
    await userEvent.click(confirm);
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(reason.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
    expect(reason.value).toBe('On request');
    expect(within(dialog).getByText(message)).toBeDefined();
  });
});

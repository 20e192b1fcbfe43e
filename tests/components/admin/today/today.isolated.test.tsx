import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceDefinitionContextProvider } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { Dashboard } from '#client/admin/today/Dashboard.tsx';
import type { TodayOverview } from '#shared/admin/today-contract.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

// The charts are replaced, because they measure their own size and the test environment has no layout.
vi.mock('#client/admin/today/SalesOverview.tsx', () => ({ default: () => null }));

const t = (key: string, values?: Record<string, string | number>) => translate(`admin-today.${key}`, values);
const nothing = { count: 0, items: [] };
const quiet: TodayOverview = {
  ordersToPack: nothing,
  lowStock: nothing,
  failedMails: nothing,
  sales: [],
  visits: [],
  unpaidOrders: 0,
  refundsToPay: { count: 0, total: 0 },
  readyOrders: 0,
  pendingReviews: 0,
  openMessages: 0,
  openWithdrawals: 0,
};
const mail = {
  id: 4,
  kind: 'order-confirmation',
  to: 'camille@mail.example',
  subject: 'Your order',
  idOrder: 7,
  lastError: 'mailbox full',
  isUnrendered: false,
  isUncertain: false,
  at: '2026-11-02T08:00:00Z',
  canRetry: true,
};
const busy: TodayOverview = {
  ...quiet,
  ordersToPack: {
    count: 1,
    items: [
      {
        id: 7,
        number: '2026-00007',
        name: 'Camille Vignaud',
        status: 'PAID',
        deliveryType: 'DELIVERY',
        bottles: 6,
        createdAt: '2026-11-02T08:00:00Z',
      },
    ],
  },
  lowStock: {
    count: 3,
    items: [{ idProduct: 2, id: 11, name: 'Merlot', year: 2022, reference: 'M22', quantity: 0 }],
  },
  failedMails: { count: 1, items: [mail] },
  openMessages: 2,
};
const resources = ['order', 'form-submission', 'review', 'withdrawal'];
const definitions = Object.fromEntries(resources.map((name) => [name, { name }]));

function renderToday(responses: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ 'GET /admin/go-live': { data: { tasks: [], isSelling: true } }, ...responses });
  renderInAdmin(
    <ResourceDefinitionContextProvider definitions={definitions}>
      <Dashboard />
    </ResourceDefinitionContextProvider>,
  );
  return calls;
}

describe('Dashboard', () => {
  it('counts the tasks with links to their lists, and names the orders and the stock', async () => {
    renderToday({ 'GET /admin/today': { data: busy } });
    const tasks = within(await screen.findByRole('list', { name: t('tasks') })).getAllByRole('link');
    expect(tasks.map(({ textContent }) => textContent?.[0])).toEqual(['1', '0', '0', '0', '2', '0', '0']);
    expect(tasks[4]?.getAttribute('href')).toBe('/form-submission');
    expect(screen.getByRole('link', { name: '2026-00007 – Camille Vignaud' }).getAttribute('href')).toBe(
      '/order/7/show',
    );
    expect(screen.getByRole('link', { name: 'Merlot 2022' }).getAttribute('href')).toBe('/product/2');
    expect(screen.getByText(`${t('soldOut')}, M22`)).toBeDefined();
    expect(screen.getByText(t('others', { count: 2 }))).toBeDefined();
  });

  it('shows that there is nothing to pack, no low stock and no failed mail', async () => {
    renderToday({ 'GET /admin/today': { data: quiet } });
    expect(await screen.findByText(t('nothingToPack'))).toBeDefined();
    expect(screen.getByText(t('enoughStock'))).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows that the API is unavailable, and reads the tasks on request', async () => {
    let isAway = true;
    renderToday({ 'GET /admin/today': () => (isAway ? { status: 503, message: '' } : { data: quiet }) });
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(screen.queryByText(t('nothingToPack'))).toBeNull();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: t('reload') }));
    expect(await screen.findByText(t('nothingToPack'))).toBeDefined();
    expect(screen.queryByText(translate('admin.callFailed'))).toBeNull();
  });

  it('sends a failed mail again, and then no longer lists it', async () => {
    let isQueued = false;
    const calls = renderToday({
      'GET /admin/today': () => ({ data: isQueued ? quiet : busy }),
      'POST /admin/mail/4/retry': () => {
        isQueued = true;
        return { data: {} };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: t('retry') }));
    await waitFor(() => expect(screen.queryByRole('button', { name: t('retry') })).toBeNull());
    expect(calls.filter(({ name }) => name === 'POST /admin/mail/4/retry')).toHaveLength(1);
  });

  it('keeps a mail in the list that the API refuses to send again, with the reason', async () => {
    renderToday({
      'GET /admin/today': { data: busy },
      'POST /admin/mail/4/retry': { status: 409, message: 'This mail has been sent.' },
    });
    await userEvent.click(await screen.findByRole('button', { name: t('retry') }));
    expect(await screen.findByText('This mail has been sent.')).toBeDefined();
    expect(screen.getByRole('button', { name: t('retry') })).toBeDefined();
  });

  it('says what to do about a mail that could not be written', async () => {
    const failedMails = { count: 1, items: [{ ...mail, to: '', isUnrendered: true }] };
    renderToday({ 'GET /admin/today': { data: { ...busy, failedMails } } });
    expect(await screen.findByText(t('unrendered'))).toBeDefined();
    expect(screen.getByRole('button', { name: t('retry') })).toBeDefined();
  });

  it('offers no second attempt for a mail whose content was erased', async () => {
    const failedMails = { count: 1, items: [{ ...mail, canRetry: false }] };
    renderToday({ 'GET /admin/today': { data: { ...busy, failedMails } } });
    expect(await screen.findByText(t('erased'))).toBeDefined();
    expect(screen.queryByRole('button', { name: t('retry') })).toBeNull();
  });
});

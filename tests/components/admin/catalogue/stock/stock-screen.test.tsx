import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import StockScreen from '#client/admin/catalogue/stock/StockScreen.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const format = { year: 2024, capacity: 75, capacityUnit: 'CENTILITRE', reference: null };
const variant = { id: 1, name: 'Chardonnay', quantity: 5, reserved: 0, isLow: false, ...format };

test('a search of the stock returns to the first page', async () => {
  const page = { data: { variants: [variant], total: 120 } };
  const calls = stubApi({
    'GET /admin/stock?nbItem=50&page=1': page,
    'GET /admin/stock?nbItem=50&page=2': page,
    'GET /admin/stock?nbItem=50&page=1&search=r': page,
  });
  renderInAdmin(<StockScreen />);
  await screen.findByText('Chardonnay');
  await userEvent.click(screen.getByRole('button', { name: t('admin-catalogue.page.next') }));
  await waitFor(() => expect(calls.at(-1)?.name).toContain('page=2'));
  await userEvent.type(screen.getByRole('textbox', { name: t('admin-catalogue.search') }), 'r');
  await waitFor(() => expect(calls.at(-1)?.name).toBe('GET /admin/stock?nbItem=50&page=1&search=r'));
});

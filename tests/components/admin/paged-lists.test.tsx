import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { expect, test } from 'vitest';
import StockScreen from '#client/admin/catalogue/stock/StockScreen.tsx';
import SubscriberList from '#client/admin/content/SubscriberList.tsx';
import { stubApi } from '../stub-api.ts';
import { renderInAdmin, t } from './render-in-admin.tsx';

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

test('the list of subscribers has an export of the chosen newsletter', async () => {
  const list = { key: 3, revision: 1, archivedAt: null, item: { id: 3, name: 'Cellar letter' } };
  stubApi({ 'GET /admin/newsletter-list/3': { data: list } });
  renderInAdmin(
    <ResourceContextProvider value="subscriber">
      <SubscriberList />
    </ResourceContextProvider>,
    `/subscriber?filter=${encodeURIComponent('{"idList":3}')}`,
  );
  const link = await screen.findByRole('link', { name: t('admin-content.csv') });
  await waitFor(() => expect(link.getAttribute('href')).toBe('/api/admin/newsletter/subscriber/export?idList=3'));
});

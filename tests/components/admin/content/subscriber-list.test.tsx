import { screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, test } from 'vitest';
import SubscriberList from '#client/admin/content/SubscriberList.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

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

import { screen } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewItemButton } from '#client/admin/resources/ItemToolbar.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const entry = { link: { type: 'NONE' }, cms: { route: '' }, isText: false, children: [] };
const pages = [
  { ...entry, id: 1, order: 1, url: 'news', type: 'NEWS' },
  { ...entry, id: 2, order: 2, url: 'visits', type: 'ELEMENTS', elementRoute: 'visits' },
  { ...entry, id: 3, order: 3, url: 'events', type: 'ELEMENTS', elementRoute: 'events' },
];
const item = { id: 7, slug: { en: 'harvest', fr_FR: 'vendanges' }, publishedAt: '2026-01-10T08:00:00Z' };

function renderFor(resource: string, record: object) {
  const calls = stubApi({ 'GET /page/tree': { data: { pages } } });
  renderInAdmin(
    <ResourceContextProvider value={resource}>
      <RecordContextProvider value={record}>
        <ViewItemButton />
        <p>the form</p>
      </RecordContextProvider>
    </ResourceContextProvider>,
  );
  return calls;
}

describe('the link to the page of an item', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it.each([
    ['the only list of its type', 'news', item, '/news/harvest/7'],
    ['the list of its route', 'element', { ...item, route: 'events' }, '/events/harvest/7'],
  ])('links to %s, in the language of the panel', async (_, resource, record, path) => {
    renderFor(resource, record);
    const link = await screen.findByRole('link', { name: t('admin.viewItem') });
    expect(link.getAttribute('href')).toBe(path);
  });

  it.each([
    ['is not published yet', 'news', { ...item, publishedAt: '2999-01-01T00:00:00Z' }],
    ['has no page of its own', 'tag', item],
    ['belongs to a list that is on no page', 'album', item],
  ])('is absent if the item %s', async (_, resource, record) => {
    const calls = renderFor(resource, record);
    await screen.findByText('the form');
    await vi.waitFor(() => expect(calls.length).toBe(resource === 'album' ? 1 : 0));
    expect(screen.queryByRole('link', { name: t('admin.viewItem') })).toBeNull();
  });
});

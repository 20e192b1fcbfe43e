import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import AuditList from '#client/admin/people/AuditList.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const change = { id: 1, at: '2026-11-28T09:00:00.000Z', email: 'anne@estate.example', before: null } as const;

it('AuditList names the items and filters by person and by days of the estate', async () => {
  const entries = [
    { ...change, resource: 'page-draft', key: '3', action: 'DELETE', after: null },
    { ...change, id: 2, resource: 'tag', key: 'oak', action: 'CREATE', after: { label: 'Oak barrel' } },
  ];
  const list = 'GET /admin/audit?page=1&nbItem=25&orderBy=-at';
  const answer = { data: { entries, total: 2 } };
  const day = `gte:at=${encodeURIComponent('2026-11-27T23:00:00.000Z')}`;
  const calls = stubApi({
    [list]: answer,
    [`${list}&lk:email=anne`]: answer,
    [`${list}&lk:email=anne&${day}`]: answer,
  });
  renderInAdmin(
    <ResourceContextProvider value="audit">
      <AuditList />
    </ResourceContextProvider>,
  );
  expect(await screen.findByText(`${t('admin-people.action.DELETE')} Draft of a page 3`)).toBeDefined();
  expect(await screen.findByText(`${t('admin-people.action.CREATE')} Tag Oak barrel`)).toBeDefined();
  await userEvent.type(screen.getByLabelText(t('admin-people.audit.who')), 'anne');
  await expect.poll(() => decodeURIComponent(calls.at(-1)?.name ?? '')).toContain('lk:email=anne');
  fireEvent.change(screen.getByLabelText(t('admin-orders.from')), { target: { value: '2026-11-28' } });
  await expect.poll(() => decodeURIComponent(calls.at(-1)?.name ?? '')).toContain('gte:at=2026-11-27T23:00:00.000Z');
});

import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import ParameterList from '#client/admin/site/ParameterList.tsx';
import { pageSize } from '#shared/limits.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

it('the list of settings does not show settings as missing if they could not be loaded', async () => {
  stubApi({ [`GET /admin/parameter?page=1&nbItem=${pageSize.max}`]: { status: 503, message: '' } });
  renderInAdmin(<ParameterList />, '/parameter');
  expect(await screen.findByText(t('admin.loadFailed'))).toBeDefined();
  expect(screen.getByRole('button', { name: t('admin.retry') })).toBeDefined();
  expect(screen.queryByText(t('admin-parameters.notSet'))).toBeNull();
});

it('the list of settings shows those whose words are searched, or that there are none', async () => {
  stubApi({ [`GET /admin/parameter?page=1&nbItem=${pageSize.max}`]: { data: { items: [], total: 0 } } });
  renderInAdmin(<ParameterList />, '/parameter');
  const search = await screen.findByRole('searchbox', { name: t('admin-parameters.search') });
  expect(screen.getByText(t('admin-parameters.COMPANY_PHONE.label'))).toBeDefined();
  await userEvent.type(search, 'COLOUR main');
  expect(screen.getByText(t('admin-parameters.PRIMARY_COLOR.label'))).toBeDefined();
  expect(screen.queryByText(t('admin-parameters.COMPANY_PHONE.label'))).toBeNull();
  await userEvent.type(search, ' xyzzy');
  expect(screen.getByRole('status').textContent).toBe(t('admin-parameters.noneFound'));
});

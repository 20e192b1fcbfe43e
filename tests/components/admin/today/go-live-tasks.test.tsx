import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildParameterPath } from '#client/admin/site/build-parameter-path.ts';
import { GoLiveTasks } from '#client/admin/today/Dashboard.tsx';
import { listGoLiveTasksWithState } from '#shared/site/go-live.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const tasks = listGoLiveTasksWithState({
  texts: {},
  hosts: ['estate.example'],
  paymentMethods: 0,
  contradictions: [],
  hasAccessibilityPage: false,
  deliveryMethods: 0,
  products: 0,
  unpricedVariants: 0,
});

describe('GoLiveTasks', () => {
  it('counts the open tasks and names the first three with links to their screens', async () => {
    stubApi({ 'GET /admin/go-live': { data: { tasks, isSelling: false } } });
    renderInAdmin(<GoLiveTasks />);
    const count = tasks.filter(({ isDone }) => !isDone).length;
    expect(await screen.findByRole('heading', { name: t('admin-today.opening', { count }) })).toBeDefined();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    const [terms, notice] = (['SALE_TERMS', 'LEGAL_NOTICE'] as const).map((key) => buildParameterPath(key, false));
    expect(links).toEqual([terms, terms, notice, '/go-live']);
  });

  it('does not count a mail domain that could not be checked', async () => {
    const mailDomain = { domain: 'estate.example', missing: null };
    const unchecked = {
      code: 'mail-domain',
      isLegalDuty: false,
      isDone: false,
      screen: null,
      parameter: null,
    } as const;
    const data = { tasks: [...tasks, { ...unchecked, isReserved: false, mailDomain }], isSelling: false };
    stubApi({ 'GET /admin/go-live': { data } });
    renderInAdmin(<GoLiveTasks />);
    const count = tasks.filter(({ isDone }) => !isDone).length;
    expect(await screen.findByRole('heading', { name: t('admin-today.opening', { count }) })).toBeDefined();
  });

  it('shows nothing once every task is done', async () => {
    const calls = stubApi({
      'GET /admin/go-live': { data: { tasks: tasks.map((task) => ({ ...task, isDone: true })), isSelling: true } },
    });
    renderInAdmin(<GoLiveTasks />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OpeningTasks } from '#client/admin/today/OpeningTasks.tsx';
import { listGoLiveTasks } from '#shared/site/go-live.ts';
import { stubApi } from '../stub-api.ts';
import { renderInAdmin, t } from './render-in-admin.tsx';

const tasks = listGoLiveTasks({
  texts: {},
  hosts: ['estate.example'],
  ...{ paymentMethods: 0, deliveryMethods: 0, products: 0, unpricedVariants: 0 },
});

describe('OpeningTasks', () => {
  it('counts the open tasks and names the first three with links to their screens', async () => {
    stubApi({ 'GET /admin/go-live': { data: { tasks, isSelling: false } } });
    renderInAdmin(<OpeningTasks />);
    const count = tasks.filter(({ isDone }) => !isDone).length;
    expect(await screen.findByRole('heading', { name: t('admin-today.opening', { count }) })).toBeDefined();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/parameter/SALE_TERMS', '/parameter/SALE_TERMS', '/parameter/LEGAL_NOTICE', '/go-live']);
  });

  it('shows nothing once every task is done', async () => {
    const calls = stubApi({
      'GET /admin/go-live': { data: { tasks: tasks.map((task) => ({ ...task, isDone: true })), isSelling: true } },
    });
    renderInAdmin(<OpeningTasks />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

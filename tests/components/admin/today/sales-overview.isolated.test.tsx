import { screen, within } from '@testing-library/react';
import { cloneElement, type ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import SalesOverview from '#client/admin/today/SalesOverview.tsx';
import type { TodayOverview } from '#shared/admin/today-contract.ts';
import { addDays } from '#shared/places/local-time.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';

// The test environment has no layout, so the charts get a size.
vi.mock('recharts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  ResponsiveContainer: ({ children }: { children: ReactElement<{ width: number; height: number }> }) =>
    cloneElement(children, { width: 800, height: 260 }),
}));

const t = (key: string, values?: Record<string, string | number>) => translate(`admin-today.${key}`, values);
const days = Array.from({ length: 30 }, (_, index) => addDays('2026-10-20', index));
const quiet: TodayOverview = {
  ordersToPack: { count: 0, items: [] },
  lowStock: { count: 0, items: [] },
  failedMails: { count: 0, items: [] },
  unpaidOrders: 0,
  refundsToPay: { count: 0, total: 0 },
  readyOrders: 0,
  pendingReviews: 0,
  openMessages: 0,
  openWithdrawals: 0,
  sales: days.map((day) => ({ day, orders: 0, total: 0, totalOfYearBefore: 0 })),
  visits: days.map((day) => ({ day, visits: 0 })),
};
const busy: TodayOverview = {
  ...quiet,
  sales: days.map((day, index) => ({
    day,
    orders: 1,
    total: index === 3 ? 1200.5 : 10,
    totalOfYearBefore: index < 2 ? 80 : 20,
  })),
  visits: days.map((day, index) => ({ day, visits: index })),
};
const findCard = (title: string): HTMLElement =>
  screen.getByRole('heading', { name: t(title) }).closest('.MuiCard-root, .MuiPaper-root') as HTMLElement;

describe('SalesOverview', { timeout: 60_000 }, () => {
  it('compares the sales of 30 days with the same days of the year before', () => {
    renderInAdmin(<SalesOverview today={busy} />);
    const card = findCard('sales');
    expect(within(card).getByText(t('salesSum', { total: '€1,490.50', before: '€720.00' }))).toBeDefined();
    expect(card.querySelectorAll('.recharts-bar')).toHaveLength(2);
    expect(card.querySelectorAll('.recharts-bar-rectangle path')).toHaveLength(60);
    const legend = [...card.querySelectorAll('.recharts-legend-item-text')].map(({ textContent }) => textContent);
    expect(legend.sort()).toEqual([t('thisYear'), t('yearBefore')].sort());
  });

  it('draws the visits as a line with their sum', () => {
    renderInAdmin(<SalesOverview today={busy} />);
    const card = findCard('visits');
    expect(within(card).getByText(t('visitsSum', { count: 435 }))).toBeDefined();
    const line = card.querySelector('.recharts-line-curve')?.getAttribute('d') ?? '';
    expect(line.match(/[ML][\d.]+,[\d.]+/g)).toHaveLength(30);
  });

  it('names sums of zero for a shop without sales and visits', () => {
    renderInAdmin(<SalesOverview today={quiet} />);
    expect(screen.getByText(t('salesSum', { total: '€0.00', before: '€0.00' }))).toBeDefined();
    expect(screen.getByText(t('visitsSum', { count: 0 }))).toBeDefined();
  });
});

import { Box, Card, CardActionArea, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useResourceDefinitions } from 'react-admin';
import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

interface Task {
  name: 'toPack' | 'ready' | 'unpaid' | 'messages' | 'reviews' | 'withdrawals' | 'refunds';
  count: number;
  /** The sum of money in euros that the task is about. */
  euros?: number;
  /** URL path of the screen, below `/admin`. */
  to: string;
}

/** Builds the URL of the filtered list of orders. The inputs of the filters are visible in the list. */
function toOrders(filter: Readonly<Record<string, unknown>>): string {
  const displayed = Object.fromEntries(Object.keys(filter).map((name) => [name, true]));
  return `/order?${new URLSearchParams({ displayedFilters: JSON.stringify(displayed), filter: JSON.stringify(filter) })}`;
}

const listTasks = (today: TodayOverview, hasScreen: (resource: string) => boolean): Task[] =>
  allTasks(today).filter(({ to }) => hasScreen(to.slice(1).split('?')[0] ?? ''));

const allTasks = (today: TodayOverview): Task[] => [
  { name: 'toPack', count: today.ordersToPack.count, to: toOrders({ isToPack: 'true' }) },
  { name: 'ready', count: today.readyOrders, to: toOrders({ status: ['READY'] }) },
  { name: 'unpaid', count: today.unpaidOrders, to: toOrders({ status: ['PENDING'] }) },
  {
    name: 'refunds',
    count: today.refundsToPay.count,
    euros: today.refundsToPay.total,
    to: toOrders({ isToRefund: 'true' }),
  },
  { name: 'messages', count: today.openMessages, to: '/form-submission' },
  { name: 'reviews', count: today.pendingReviews, to: '/review' },
  { name: 'withdrawals', count: today.openWithdrawals, to: '/withdrawal' },
];

/** The number of pending items of each task, with a link to its screen. */
export function TodayTasks({ today }: { today: TodayOverview }): ReactNode {
  const { t, euros } = useAdminTexts();
  const screens = useResourceDefinitions();
  return (
    <Box
      component="ul"
      aria-label={t('admin-today.tasks')}
      sx={{
        display: 'grid',
        gap: 1.5,
        m: 0,
        mb: 2,
        p: 0,
        listStyle: 'none',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(7, 1fr)' },
      }}
    >
      {listTasks(today, (name) => name in screens).map(({ name, count, euros: sum, to }) => (
        <Card key={name} component="li">
          <CardActionArea component={Link} to={to} sx={{ display: 'block', p: 2, height: '100%' }}>
            <Typography
              component="span"
              sx={{ display: 'block', fontSize: '1.75rem', color: count > 0 ? 'primary.main' : 'text.secondary' }}
            >
              {count}
            </Typography>
            <Typography component="span" variant="body2" color="text.primary">
              <span>{t(`admin-today.task.${name}`, { count })}</span>
              {sum !== undefined && count > 0 && <span> ({euros(sum)})</span>}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}

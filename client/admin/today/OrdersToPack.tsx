import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { TodayCard } from './TodayCard.tsx';

/** The oldest orders that are to be packed. */
export function OrdersToPack({ orders }: { orders: TodayOverview['ordersToPack'] }): ReactNode {
  const { t, date } = useAdminTexts();
  return (
    <TodayCard title={t('admin-today.toPack')}>
      {orders.items.length === 0 && <Typography color="text.secondary">{t('admin-today.nothingToPack')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {orders.items.map(({ id, number, name, bottles, createdAt }) => (
          <Box component="li" key={id} sx={{ py: 0.75 }}>
            <Link to={`/order/${id}/show`}>{`${number} – ${name}`}</Link>
            <Typography variant="body2" color="text.secondary">
              {`${t('admin-today.bottles', { count: bottles })}, ${date(createdAt)}`}
            </Typography>
          </Box>
        ))}
      </Box>
    </TodayCard>
  );
}

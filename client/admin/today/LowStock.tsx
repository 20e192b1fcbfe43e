import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { TodayCard } from './TodayCard.tsx';

/** The variants on sale that are sold out or of which few bottles are left, those with the lowest stock first. */
export function LowStock({ stock }: { stock: TodayOverview['lowStock'] }): ReactNode {
  const { t } = useAdminTexts();
  const others = stock.count - stock.items.length;
  return (
    <TodayCard title={t('admin-today.lowStock')}>
      {stock.items.length === 0 && <Typography color="text.secondary">{t('admin-today.enoughStock')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {stock.items.map(({ id, idProduct, name, year, reference, quantity }) => (
          <Box component="li" key={id} sx={{ py: 0.75 }}>
            <Link to={`/product/${idProduct}`}>{[name, year].filter(Boolean).join(' ')}</Link>
            <Typography variant="body2" color="text.secondary">
              {[quantity > 0 ? t('admin-today.left', { count: quantity }) : t('admin-today.soldOut'), reference]
                .filter(Boolean)
                .join(', ')}
            </Typography>
          </Box>
        ))}
      </Box>
      {others > 0 && <Typography variant="body2">{t('admin-today.others', { count: others })}</Typography>}
      {stock.count > 0 && <Link to="/stock">{t('admin-today.toStock')}</Link>}
    </TodayCard>
  );
}

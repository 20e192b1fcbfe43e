import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

/** The states that the order has been in, the latest first, each with the actor of the change. */
export function PanelOrderStateHistory({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.history')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.history.toReversed().map(({ state, at, actor, staff, reason }) => (
          <Box component="li" key={`${state}${at}`} sx={{ mb: 1.5 }}>
            <Typography sx={{ fontWeight: 600 }}>{t(`admin-orders.state.${state}`)}</Typography>
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {`${date(at, { dateStyle: 'medium', timeStyle: 'short' })}, ${staff ?? t(`admin-orders.actor.${actor}`)}`}
            </Typography>
            {reason && <Typography variant="body2">{reason}</Typography>}
          </Box>
        ))}
      </Box>
    </OrderSection>
  );
}

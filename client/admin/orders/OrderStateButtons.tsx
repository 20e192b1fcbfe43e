import { Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';
import { OrderStateDialog } from './OrderStateDialog.tsx';

/** Offers the states to which the order can be moved, the usual next one first. */
export function OrderStateButtons({ order }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  const [state, setState] = useState<OrderState | null>(null);
  return (
    <OrderSection title={t('admin-orders.next')}>
      {order.nextStates.length === 0 && <Typography>{t('admin-orders.finished')}</Typography>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {order.nextStates.map((next, index) => (
          <Button
            key={next}
            variant={index === 0 && next !== 'CANCELLED' ? 'contained' : 'outlined'}
            color={next === 'CANCELLED' ? 'error' : 'primary'}
            onClick={() => setState(next)}
          >
            {t(`admin-orders.move.${next}`)}
          </Button>
        ))}
      </Stack>
      {state && <OrderStateDialog order={order} state={state} onClose={() => setState(null)} />}
    </OrderSection>
  );
}

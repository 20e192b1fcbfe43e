import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import type { OrderState } from '#shared/orders/order-states.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

const colours = {
  PENDING: 'warning',
  PAID: 'info',
  PREPARING: 'info',
  READY: 'info',
  SHIPPED: 'success',
  COMPLETED: 'success',
  CANCELLED: 'default',
  RETURNED: 'default',
} as const satisfies Record<OrderState, string>;

export function OrderStateChip({ state }: { state: OrderState }): ReactNode {
  const { t } = useAdminTexts();
  return <Chip size="small" variant="outlined" color={colours[state]} label={t(`admin-orders.state.${state}`)} />;
}

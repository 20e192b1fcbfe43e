import { Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { OrderSection } from './OrderSection/OrderSection.tsx';
import { RefundDialog } from './RefundDialog.tsx';

/** The refunds of an order, and the button that refunds part or all of the remaining amount. */
export function OrderRefunds({ order }: { order: StaffOrderView }): ReactNode {
  const { t, euros } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (order.refunds.length === 0 && order.refundable === 0) return null;
  return (
    <OrderSection title={t('admin-orders.refunds')}>
      {order.refunds.map((refund) => (
        <RefundEntry key={refund.id} orderId={order.id} refund={refund} />
      ))}
      {order.refunded > 0 && (
        <Typography sx={{ mb: 1 }}>
          {t('admin-orders.refundedSum', { refunded: euros(order.refunded), rest: euros(order.refundable) })}
        </Typography>
      )}
      {order.refundable > 0 && (
        <Button variant="outlined" onClick={() => setIsOpen(true)}>
          {t('admin-orders.refund')}
        </Button>
      )}
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </OrderSection>
  );
}

interface RefundEntryProps {
  orderId: number;
  refund: StaffOrderView['refunds'][number];
}

/** A refund, with the button that records the payment of one that the estate pays itself. */
function RefundEntry({ orderId, refund }: RefundEntryProps): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const markPaid = () =>
    run('PUT /admin/order/{id}/refund', { params: { id: orderId }, body: { idRefund: refund.id } });
  const { amount, at, method, reason, staff, returnsStock, paidAt } = refund;
  const details = [
    paidAt ? t('admin-orders.refundedOn', { date: date(paidAt) }) : t(`admin-orders.refundMethod.${method}`),
    date(at, { dateStyle: 'medium', timeStyle: 'short' }),
    staff,
    returnsStock && t('admin-orders.stockReturned'),
  ];
  return (
    <Typography component="div" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
      {[euros(amount), reason].filter(Boolean).join(' – ')}
      <Typography variant="body2" color="text.secondary">
        {details.filter(Boolean).join(', ')}
      </Typography>
      {method === 'ESTATE' && paidAt === null && (
        <Button size="small" variant="outlined" loading={isRunning} onClick={markPaid}>
          {t('admin-orders.markRefunded')}
        </Button>
      )}
    </Typography>
  );
}

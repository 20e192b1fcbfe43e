import { Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { OrderSection } from './OrderSection/OrderSection.tsx';

/** The surplus payments of an order, with the button that marks one as refunded. */
export function OrderSurplusPaymentsToMarkRefunded({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  if (order.surplusPayments.length === 0) return null;
  const markRefunded = (reference: string) =>
    run('PUT /admin/order/{id}/refund', { params: { id: order.id }, body: { idRefund: null, reference } });
  return (
    <OrderSection title={t('admin-orders.surplus')}>
      {order.surplusPayments.map(({ reference, amount, reason, receivedAt, refundedAt }) => (
        <div key={reference}>
          <Typography>{`${euros(amount)} – ${t(`admin-orders.surplusReason.${reason}`)}`}</Typography>
          <Typography variant="body2" color="text.secondary">
            {`${reference}, ${date(receivedAt)}`}
          </Typography>
          {refundedAt ? (
            <Typography>{t('admin-orders.refundedOn', { date: date(refundedAt) })}</Typography>
          ) : (
            <Button size="small" variant="outlined" loading={isRunning} onClick={() => markRefunded(reference)}>
              {t('admin-orders.markRefunded')}
            </Button>
          )}
        </div>
      ))}
    </OrderSection>
  );
}

import { Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';
import { PaymentDueForm } from './PaymentDueForm.tsx';

/** Shows when an unpaid order is cancelled automatically, and extends the time or exempts the order. */
export function OrderPaymentDeadline({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const [isEdited, setIsEdited] = useState(false);
  const { status, paymentDueAt } = order;
  if (status !== 'PENDING') return null;
  return (
    <OrderSection title={t('admin-orders.due.title')}>
      {/* The stored time stays visible beside the form, because another user may change it in the meantime. */}
      <Typography>
        {paymentDueAt === null
          ? t('admin-orders.due.none')
          : t('admin-orders.due.stored', { due: date(paymentDueAt, { dateStyle: 'long', timeStyle: 'short' }) })}
      </Typography>
      {isEdited ? (
        <PaymentDueForm order={order} onClose={() => setIsEdited(false)} />
      ) : (
        <Button size="small" onClick={() => setIsEdited(true)}>
          {t('admin-orders.due.change')}
        </Button>
      )}
    </OrderSection>
  );
}

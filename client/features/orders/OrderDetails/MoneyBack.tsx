import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';

/** Shows the refunds of an order, and payments that were not needed for it. */
export function MoneyBack({ order: { surplusPayments, refunds } }: { order: OrderDetail }) {
  const { t, euros, date } = useTexts();
  if (surplusPayments.length + refunds.length === 0) return null;
  return (
    <OrderDetailsSection title={t('orders.surplus')}>
      {refunds.map(({ amount, at, reason }) => (
        <p key={at} className={css.instructions}>
          {t('orders.surplus.refunded', { amount: euros(amount), date: date(at) })}
          {reason && <span> {reason}</span>}
        </p>
      ))}
      {surplusPayments.map(({ amount, receivedAt, refundedAt }) => (
        <p key={receivedAt} className={css.instructions}>
          {refundedAt === null
            ? t('orders.surplus.due', { amount: euros(amount), date: date(receivedAt) })
            : t('orders.surplus.refunded', { amount: euros(amount), date: date(refundedAt) })}
        </p>
      ))}
    </OrderDetailsSection>
  );
}

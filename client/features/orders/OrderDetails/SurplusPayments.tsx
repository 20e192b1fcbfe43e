import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';
import { OrderFact } from './OrderFact.tsx';

/** Tells the customer which payments the order did not need, and whether the estate has refunded them. */
export function SurplusPayments({ order: { surplusPayments } }: { order: OrderDetail }) {
  const { t, euros, date } = useTexts();
  if (surplusPayments.length === 0) return null;
  return (
    <OrderFact title={t('orders.surplus')}>
      {surplusPayments.map(({ amount, receivedAt, refundedAt }) => (
        <p key={receivedAt} className={css.instructions}>
          {refundedAt === null
            ? t('orders.surplus.due', { amount: euros(amount), date: date(receivedAt) })
            : t('orders.surplus.refunded', { amount: euros(amount), date: date(refundedAt) })}
        </p>
      ))}
    </OrderFact>
  );
}

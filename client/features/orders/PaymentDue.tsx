import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';

/** The last day to pay an order. Payment at collection has no date of its own. */
export function PaymentDue({ order: { paymentDueAt, payment } }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  if (!paymentDueAt || payment.method === 'AT_PICKUP') return null;
  return <p>{t('orders.due', { due: date(paymentDueAt) })}</p>;
}

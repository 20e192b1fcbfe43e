import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';

/** Shows the last day on which an order can be paid; nothing if it has none, or is to be paid on collection. */
export function PaymentDueDate({ order: { paymentDueAt, payment } }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  if (!paymentDueAt || paymentMethodRecords[payment.method].isPaidAtCollection) return null;
  return <p>{t('orders.due', { due: date(paymentDueAt) })}</p>;
}

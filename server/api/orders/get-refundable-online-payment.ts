import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orderCurrency } from '#server/api/payments/payment-provider.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Cents } from '#shared/money.ts';
import type { OrderRow } from './order-reading-repository.ts';

/**
 * Returns the online payment of an order, which its provider can refund; null if none was received or the provider has
 * been removed, so that only the estate itself can refund the order.
 */
export function getRefundableOnlinePayment(
  { paymentReference: reference, paymentMethod }: OrderRow,
  payments: PaymentProviders,
) {
  const online = payments.forMethod(paymentMethod)?.online;
  if (reference === null || !online) return null;
  return {
    refund: (tx: SiteTx, refund: { amount: Cents; refundId: string }) =>
      online.refund(tx, { reference, currency: orderCurrency, ...refund }),
  };
}

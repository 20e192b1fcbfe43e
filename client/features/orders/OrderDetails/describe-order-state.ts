import type { OrderSummary } from '#shared/orders/orders-contract.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { Texts } from '#shared/texts.ts';

/**
 * Describes the state of an order in words. An order that is to be paid on collection is never described as waiting for
 * payment.
 */
export const describeOrderState = (
  t: Texts['t'],
  { status, payment }: Pick<OrderSummary, 'status' | 'payment'>,
): string =>
  status === 'PENDING' && paymentMethodRecords[payment.method].isPaidAtCollection
    ? t('orders.state.payable-at-estate')
    : t(`orders.state.${status}`);
